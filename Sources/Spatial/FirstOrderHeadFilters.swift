import CPlatform
import Signal

/// Filters that render a first-order field to two ears, as near as four channels come to a head's responses.
///
/// Below `magnitudesFromHz` they fit the responses; above, their magnitudes, because four channels cannot follow the
/// phases there, and the ear hears levels. Then 2 × 2 matrices give the ears the levels and, below about 3 kHz, the
/// coherence that they have in a diffuse field.
/// Sources: C. Schörkhuber, M. Zaunschirm, R. Höldrich (2018), "Binaural rendering of Ambisonic signals via magnitude
/// least squares", DAGA; the matrices: M. Zaunschirm, C. Schörkhuber, R. Höldrich (2018), JASA 143, section IV, in the
/// form that changes the signals least: J. Vilkamo, T. Bäckström, A. Kuntz (2013), JAES 61, eq. 14.
///
/// One phase common to all eight filters, which moves nothing in space, makes their sum over W and the ears minimum-phase:
/// that takes most of the ringing before the main peak, and with it the latency, away. From there `FilterRefinement` goes on
/// to the filters that are nearest to the head in what is heard. Build.
public struct FirstOrderHeadFilters: ~Copyable {
  /// Channel `2 · input + ear` (W Y Z X; left, right) × taps.
  public let responses: ChannelBuffer
  public let taps: Int

  static let magnitudesFromHz = 2_000.0
  /// The coherence is matched below the first and no longer above the second: a step would ring.
  static let coherenceToHz = 2_300.0...3_700.0
  /// What cutting the filters to their length did to the coherence is made good below these.
  static let repairToHz = 600.0...1_400.0

  /// `aheadFrames`: where time 0 of the head's centre lies in the filters.
  public init(_ head: borrowing HeadResponses, taps: Int, aheadFrames: Int) {
    self.taps = taps
    let fit = FirstOrderFit(directions: head.directions, weights: head.weights)
    var left = FirstOrderHeadFilters.magnitudeLeastSquares(head, fit, ear: 0)
    var right = FirstOrderHeadFilters.magnitudeLeastSquares(head, fit, ear: 1)
    FirstOrderHeadFilters.matchField(head, fit, &left, &right)
    let turns = FirstOrderHeadFilters.commonTurns(head, left, right, aheadFrames: aheadFrames)
    responses = ChannelBuffer(channels: 8, capacity: taps)
    let fft = RealFFT(size: head.transformSize)
    for ear in 0..<2 {
      FirstOrderHeadFilters.transform(head, ear == 0 ? left : right, turns, fft, ear: ear, taps: taps, into: responses)
    }
    FirstOrderHeadFilters.repairField(head, fit, fft, taps: taps, responses)
    FilterRefinement(head, taps: taps).refine(responses, sampleRate: head.sampleRate)
  }

  // MARK: Steps of the design

  private static func magnitudeLeastSquares(
    _ head: borrowing HeadResponses, _ fit: borrowing FirstOrderFit, ear: Int
  ) -> [FirstOrderSpectrum] {
    let delay = meanDelay(head)
    var filters = [FirstOrderSpectrum](repeating: .zero, count: head.bins)
    for bin in 0..<head.bins {
      let (re, im) = (head.real(bin, ear: ear), head.imaginary(bin, ear: ear))
      let hz = Double(bin) * head.binHz
      if hz < magnitudesFromHz || bin == 0 {
        filters[bin] = fit.fit(re, im) * Complex(phase: 2 * .pi * hz * delay)
      } else {
        filters[bin] = fit.fitMagnitudes(re, im, phasesOf: filters[bin - 1])
      }
    }
    return filters
  }

  /// Seconds: mean group delay of both ears over all directions, 0.2 to 8 kHz, weighted by energy.
  static func meanDelay(_ head: borrowing HeadResponses) -> Double {
    let first = max(1, Int(200 / head.binHz))
    let last = min(head.bins - 2, Int(8_000 / head.binHz))
    var sum = Complex.zero
    // Every fourth pair of neighbours tells enough.
    for bin in stride(from: first, to: last, by: 4) {
      for ear in 0..<2 {
        let (a, b) = (head.real(bin, ear: ear), head.imaginary(bin, ear: ear))
        let (c, d) = (head.real(bin + 1, ear: ear), head.imaginary(bin + 1, ear: ear))
        for index in head.directions.indices {
          let weight = head.weights[index]
          sum += Complex(
            re: weight * Double(c[index] * a[index] + d[index] * b[index]),
            im: weight * Double(d[index] * a[index] - c[index] * b[index]))
        }
      }
    }
    return -sum.phase / (2 * .pi * head.binHz)
  }

  private static func matchField(
    _ head: borrowing HeadResponses, _ fit: borrowing FirstOrderFit, _ left: inout [FirstOrderSpectrum],
    _ right: inout [FirstOrderSpectrum]
  ) {
    for bin in 0..<head.bins {
      let target = fit.fieldCovariance(head, bin: bin)
      let coherent = share(below: coherenceToHz, hz: Double(bin) * head.binHz)
      if coherent > 0 {
        let rendered = fit.fieldCovariance(left[bin], right[bin])
        let full = mixing(from: rendered, to: target)
        apply(full.blended(with: levels(from: rendered, to: target), 1 - coherent), &left[bin], &right[bin])
      }
      // After a blend of two matrices, or instead of them, the levels alone.
      if coherent < 1 {
        apply(levels(from: fit.fieldCovariance(left[bin], right[bin]), to: target), &left[bin], &right[bin])
      }
    }
  }

  /// Matches levels and coherence once more at low frequencies, where they change most when the filters are cut.
  private static func repairField(
    _ head: borrowing HeadResponses, _ fit: borrowing FirstOrderFit, _ fft: borrowing RealFFT, taps: Int,
    _ responses: borrowing ChannelBuffer
  ) {
    var left = spectrum(of: responses, ear: 0, fft, taps: taps, bins: head.bins)
    var right = spectrum(of: responses, ear: 1, fft, taps: taps, bins: head.bins)
    for bin in 0..<head.bins {
      let repaired = share(below: repairToHz, hz: Double(bin) * head.binHz)
      guard repaired > 0 else { break }
      let full = mixing(from: fit.fieldCovariance(left[bin], right[bin]), to: fit.fieldCovariance(head, bin: bin))
      apply(full.blended(with: .diagonal(1, 1), 1 - repaired), &left[bin], &right[bin])
    }
    let turns = [Complex](repeating: Complex(re: 1), count: head.bins)
    for ear in 0..<2 {
      transform(head, ear == 0 ? left : right, turns, fft, ear: ear, taps: taps, into: responses)
    }
  }

  static func spectrum(
    of responses: borrowing ChannelBuffer, ear: Int, _ fft: borrowing RealFFT, taps: Int, bins: Int
  ) -> [FirstOrderSpectrum] {
    let spectra = Spectra(channels: 4, bins: fft.bins)
    let time = FloatBuffer(count: fft.size)
    for input in 0..<4 {
      time.clear()
      for tap in 0..<min(taps, fft.size) { time[tap] = responses[2 * input + ear][tap] }
      fft.forward(time.pointer, into: spectra, channel: input)
    }
    func gain(_ input: Int, _ bin: Int) -> Complex {
      Complex(re: Double(spectra.real(input)[bin]), im: Double(spectra.imaginary(input)[bin]))
    }
    var filters = [FirstOrderSpectrum](repeating: .zero, count: bins)
    for bin in 0..<bins {
      filters[bin] = FirstOrderSpectrum(w: gain(0, bin), y: gain(1, bin), z: gain(2, bin), x: gain(3, bin))
    }
    return filters
  }

  /// 1 below a range, 0 above it, a raised cosine over log frequency within.
  private static func share(below range: ClosedRange<Double>, hz: Double) -> Double {
    let (low, high) = (range.lowerBound, range.upperBound)
    guard hz > low else { return 1 }
    guard hz < high else { return 0 }
    let angle = Double.pi / 2 * nf_log(hz / low) / nf_log(high / low)
    return nf_cos(angle) * nf_cos(angle)
  }

  private static func apply(_ m: Matrix2, _ left: inout FirstOrderSpectrum, _ right: inout FirstOrderSpectrum) {
    (left, right) = (left * m.ll + right * m.rl, left * m.lr + right * m.rr)
  }

  private static func levels(from rendered: Matrix2, to target: Matrix2) -> Matrix2 {
    .diagonal(
      nf_sqrt(target.ll.re / max(rendered.ll.re, 1e-20)), nf_sqrt(target.rr.re / max(rendered.rr.re, 1e-20)))
  }

  /// M with Mᴴ · rendered · M = target that changes the signals least. With rendered = Aᴴ A and target = Bᴴ B every solution
  /// is A⁻¹ P B with P unitary; P is the unitary matrix nearest to A Bᴴ.
  private static func mixing(from rendered: Matrix2, to target: Matrix2) -> Matrix2 {
    let a = floored(rendered).cholesky
    let b = floored(target).cholesky
    return a.inverse * (a * b.adjoint).nearestUnitary * b
  }

  private static func floored(_ m: Matrix2) -> Matrix2 {
    let floor = Complex(re: 1e-9 * (m.ll.re + m.rr.re) + 1e-30)
    return Matrix2(ll: m.ll + floor, lr: m.lr, rl: m.rl, rr: m.rr + floor)
  }

  /// Per bin the common factor of all filters: its phase makes the sum of W at both ears minimum-phase and late by
  /// `aheadFrames`, its size fades out at the end of the measured band.
  private static func commonTurns(
    _ head: borrowing HeadResponses, _ left: [FirstOrderSpectrum], _ right: [FirstOrderSpectrum], aheadFrames: Int
  ) -> [Complex] {
    let minimum = MinimumPhase(transformSize: head.transformSize)
    let values = FloatBuffer(count: minimum.fft.bins)
    let edge = Int(Double(head.bins - 1) * HeadResponses.bandEdge)
    for bin in 0..<minimum.fft.bins {
      // Beyond the band the last level is held: a cliff in the magnitude would be a delay in the phase.
      let from = min(bin, edge)
      values[bin] = Float((left[from].w + right[from].w).square)
    }
    minimum.phases(ofPowers: values)
    var turns = [Complex](repeating: .zero, count: head.bins)
    let endsAtNyquist = head.bins == minimum.fft.bins
    for bin in 0..<head.bins {
      let phase = Double(values[bin]) - (left[bin].w + right[bin].w).phase
      let late = 2 * Double.pi * Double(bin * aheadFrames) / Double(head.transformSize)
      turns[bin] = Complex(phase: phase - late)
      if bin > edge && !endsAtNyquist {
        let angle = Double.pi / 2 * Double(bin - edge) / Double(head.bins - edge)
        turns[bin] = turns[bin] * (nf_cos(angle) * nf_cos(angle))
      }
    }
    return turns
  }

  private static func transform(
    _ head: borrowing HeadResponses, _ filters: [FirstOrderSpectrum], _ turns: [Complex], _ fft: borrowing RealFFT,
    ear: Int, taps: Int, into responses: borrowing ChannelBuffer
  ) {
    let spectra = Spectra(channels: 4, bins: fft.bins)
    for bin in 0..<head.bins {
      let turned = filters[bin] * turns[bin]
      let gains = [turned.w, turned.y, turned.z, turned.x]
      for input in 0..<4 {
        spectra.real(input)[bin] = Float(gains[input].re)
        spectra.imaginary(input)[bin] = bin == 0 || bin == fft.size / 2 ? 0 : Float(gains[input].im)
      }
    }
    let time = FloatBuffer(count: fft.size)
    for input in 0..<4 {
      fft.inverse(spectra, channel: input, into: time.pointer)
      let target = responses[2 * input + ear]
      for tap in 0..<min(taps, fft.size) { target[tap] = time[tap] }
      fadeOut(target, taps: taps)
    }
  }

  /// A raised cosine over the last seventh of a response.
  private static func fadeOut(_ response: UnsafeMutablePointer<Float>, taps: Int) {
    let fall = max(1, taps / 7)
    for frame in 0..<fall {
      let sine = nf_sin(Double.pi / 2 * (Double(frame) + 0.5) / Double(fall))
      response[taps - 1 - frame] *= Float(sine * sine)
    }
  }
}
