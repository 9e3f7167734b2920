import CPlatform
import Signal

/// Splits responses into a short minimum-phase one and a delay, many times over. Build.
struct MinimumPhaseFactor: ~Copyable {
  /// Bins of the powers that it takes: every other one of the head's transform.
  let bins: Int
  private let taps: Int
  private let fft: RealFFT
  private let spectrum: Spectra
  private let cepstrum: FloatBuffer
  /// The response backwards, so that the recursion runs through memory in one direction.
  private let backwards: FloatBuffer
  /// Bins of the head's transform at which delays are measured, and cosines and sines over the taps at them.
  private let delayBins: [Int]
  private let cosines: FloatBuffer
  private let sines: FloatBuffer
  private let transformSize: Int
  /// Turns at those bins that take out the head's mean delay before slopes are measured: they are ambiguous beyond 4 ms.
  private let meanTurns: [Complex]

  init(_ head: borrowing HeadResponses, taps: Int) {
    self.taps = taps
    transformSize = head.transformSize
    fft = RealFFT(size: head.transformSize / 2)
    bins = fft.bins
    spectrum = Spectra(channels: 1, bins: fft.bins)
    cepstrum = FloatBuffer(count: fft.size)
    backwards = FloatBuffer(count: taps)
    // 200 Hz to 1.5 kHz: where differences in time are heard.
    let (low, high) = (Int(200 / head.binHz) + 1, min(head.bins - 1, Int(1_500 / head.binHz)))
    delayBins = Array(stride(from: low, through: max(low, high), by: max(1, (high - low) / 12)))
    let meanSlope = 2 * Double.pi * head.binHz * FirstOrderHeadFilters.meanDelay(head)
    meanTurns = delayBins.map { Complex(phase: meanSlope * Double($0)) }
    cosines = FloatBuffer(count: delayBins.count * taps)
    sines = FloatBuffer(count: delayBins.count * taps)
    for (place, bin) in delayBins.enumerated() {
      for tap in 0..<taps {
        let angle = 2 * Double.pi * Double(bin * tap) / Double(head.transformSize)
        cosines[place * taps + tap] = Float(nf_cos(angle))
        sines[place * taps + tap] = Float(nf_sin(angle))
      }
    }
  }

  /// `taps` frames of the minimum-phase response with these powers.
  ///
  /// From the cepstrum c of log |H|, folded: h[0] = e^c[0], n·h[n] = Σ k·ĉ[k]·h[n−k]. Source: A. V. Oppenheim, R. W. Schafer
  /// (1975), "Digital signal processing", eq. 10.53. Cheaper than two more transforms and an exponential per bin.
  func response(ofPowers powers: UnsafePointer<Float>, into response: UnsafeMutablePointer<Float>) {
    var largest: Float = 1e-30
    for bin in 0..<bins { largest = max(largest, powers[bin]) }
    let log = spectrum.real(0)
    let floor = SIMD8<Float>(repeating: 1e-8 * largest)
    // The spectrum's padding is as long as the powers' next vector: what is there does not count.
    for bin in stride(from: 0, to: bins, by: 8) {
      let power = VectorMath.load(powers + bin, count: min(8, bins - bin))
      VectorMath.store(0.5 * VectorMath.logarithm(power.replacing(with: floor, where: power .< floor)), log + bin)
    }
    fft.inverse(spectrum, channel: 0, into: cepstrum.pointer)
    for k in 1..<min(taps, fft.size / 2) { cepstrum[k] *= 2 * Float(k) }
    response[0] = nf_rt_exp(cepstrum[0])
    backwards[taps - 1] = response[0]
    for n in 1..<taps {
      let sum = VectorMath.dot(cepstrum.pointer + 1, backwards.pointer + taps - n, count: n)
      response[n] = sum / Float(n)
      backwards[taps - 1 - n] = response[n]
    }
    // The end fades out over a quarter: a hard end would ripple the spectrum.
    for frame in 0..<(taps / 4) {
      let angle = Float.pi / 2 * (Float(frame) + 0.5) / Float(taps / 4)
      response[taps - 1 - frame] *= nf_rt_sin(angle) * nf_rt_sin(angle)
    }
  }

  /// The spectrum of a response of `taps` frames at the bins where delays are measured.
  func delaySpectrum(_ response: UnsafePointer<Float>) -> [Complex] {
    delayBins.indices.map { place in
      Complex(
        re: Double(VectorMath.dot(cosines.pointer + place * taps, response, count: taps)),
        im: -Double(VectorMath.dot(sines.pointer + place * taps, response, count: taps)))
    }
  }

  /// Frames, up to a constant, by which the measured response comes after its minimum-phase part: the slope of the phase between them through
  /// 0, weighted by level (a least-squares fit, from the slope between neighbouring bins).
  /// `minimum`: `delaySpectrum` of that part.
  func delay(of direction: Int, ear: Int, in head: borrowing HeadResponses, minimum: [Complex]) -> Double {
    let step = 2 * Double.pi / Double(transformSize)
    var excess: [Complex] = []
    for (place, bin) in delayBins.enumerated() {
      let measured = Complex(
        re: Double(head.real(bin, ear: ear)[direction]), im: Double(head.imaginary(bin, ear: ear)[direction]))
      excess.append(measured * minimum[place].conjugate * meanTurns[place])
    }
    var slope = Complex.zero
    for place in 1..<max(2, excess.count) where place < excess.count {
      slope += excess[place] * excess[place - 1].conjugate
    }
    let spacing = delayBins.count > 1 ? delayBins[1] - delayBins[0] : 1
    var delay = -slope.phase / (step * Double(spacing))
    for _ in 0..<2 {
      var (up, down) = (0.0, 1e-300)
      // The bins are evenly spaced: so are the turns.
      var turn = Complex(phase: step * Double(delayBins[0]) * delay)
      let next = Complex(phase: step * Double(spacing) * delay)
      for (place, bin) in delayBins.enumerated() {
        let omega = step * Double(bin)
        let weight = excess[place].magnitude
        up += weight * omega * (excess[place] * turn).phase
        down += weight * omega * omega
        turn = turn * next
      }
      delay -= up / down
    }
    return delay
  }
}
