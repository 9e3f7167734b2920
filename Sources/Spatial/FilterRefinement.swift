import CPlatform
import Signal

/// Makes first-order head filters as near to the head as they come in what is heard, by descent on `PerceptualError` from
/// filters that are near already.
///
/// The taps themselves are varied, so that nothing is lost afterwards by cutting. What is late or early costs too: without
/// that, echoes within the integration time of bands would be the cheapest way to their levels. Build; about 0.3 ms a step
/// on a processor with AVX2, for any number of directions.
struct FilterRefinement: ~Copyable {
  #if DEBUG
    /// Code that is not optimised would take half a minute.
    static let steps = 10
  #else
    static let steps = 110
  #endif
  private static let directions = 200
  /// Milliseconds around the main peak within which energy costs nothing, and the cost outside re the mean energy, growing
  /// with the square of the distance in ms (before the peak, of three times the distance).
  private static let freeBefore = 0.3
  private static let freeAfter = 0.7
  private static let spreadWeight: Float = 5

  private let taps: Int
  private let error: PerceptualError
  private let fft: RealFFT
  private let time: FloatBuffer
  private let spectrum: Spectra
  private let gains: FloatBuffer
  private let slopes: FloatBuffer
  /// Squares of how much the spectrum may change at each bin: its level, and more where bands are wide and many bins share
  /// an error.
  private let reach: FloatBuffer
  private let spreads: FloatBuffer

  init(_ head: borrowing HeadResponses, taps: Int) {
    // At rates below 12 kHz filters are longer than the transform: what is beyond it is zero.
    self.taps = min(taps, head.transformSize)
    error = PerceptualError(head, points: FilterRefinement.directions)
    fft = RealFFT(size: head.transformSize)
    time = FloatBuffer(count: head.transformSize)
    spectrum = Spectra(channels: 1, bins: fft.bins)
    gains = FloatBuffer(count: 16 * error.bins.count)
    slopes = FloatBuffer(count: 16 * error.bins.count)
    reach = FloatBuffer(count: fft.bins)
    spreads = FloatBuffer(count: self.taps)
    measureReach(head)
  }

  private func measureReach(_ head: borrowing HeadResponses) {
    let fit = FirstOrderFit(directions: head.directions, weights: head.weights)
    var largest = 0.0
    var powers: [Double] = []
    for bin in 0..<head.bins {
      let m = fit.fieldCovariance(head, bin: bin)
      powers.append((m.ll.re + m.rr.re) / 2)
      largest = max(largest, powers[bin])
    }
    for bin in 0..<fft.bins {
      let power = max(powers[min(bin, Int(Double(head.bins - 1) * HeadResponses.bandEdge))], 0.01 * largest)
      let bandwidth = max(AuditoryBands.bandwidth(hz: Double(bin) * head.binHz), head.binHz)
      let width = bandwidth / AuditoryBands.bandwidth(hz: 1_000)
      reach[bin] = Float(power * width * width)
    }
  }

  /// Refines `responses`: channel 2 · input + ear, `taps` frames.
  func refine(_ responses: borrowing ChannelBuffer, sampleRate: Double) {
    measureSpread(responses, sampleRate)
    let point = FloatBuffer(count: 8 * taps)
    for channel in 0..<8 {
      for tap in 0..<taps { point[channel * taps + tap] = responses[channel][tap] }
    }
    var descent = QuasiNewton(count: 8 * taps)
    descent.minimise(
      point, iterations: FilterRefinement.steps, precondition: { self.precondition($0, into: $1) },
      evaluate: { self.evaluate($0, gradient: $1) })
    for channel in 0..<8 {
      for tap in 0..<taps { responses[channel][tap] = point[channel * taps + tap] }
    }
  }

  private func measureSpread(_ responses: borrowing ChannelBuffer, _ sampleRate: Double) {
    var (peak, largest, total) = (0, 0 as Float, 0 as Float)
    for tap in 0..<taps {
      var energy: Float = 0
      for channel in 0..<8 { energy += responses[channel][tap] * responses[channel][tap] }
      if energy > largest { (peak, largest) = (tap, energy) }
      total += energy
    }
    for tap in 0..<taps {
      let milliseconds = Double(tap - peak) / sampleRate * 1_000
      let distance = max(
        0, max(milliseconds - FilterRefinement.freeAfter, 3 * (-milliseconds - FilterRefinement.freeBefore)))
      spreads[tap] = FilterRefinement.spreadWeight * Float(distance * distance) / max(total, 1e-20)
    }
  }

  private func evaluate(_ point: UnsafeMutablePointer<Float>, gradient: UnsafeMutablePointer<Float>) -> Double {
    for channel in 0..<8 {
      forward(point + channel * taps)
      let place = gains.pointer + (channel % 2) * 8 + channel / 2 * 2
      for (index, bin) in error.bins.enumerated() {
        place[16 * index] = spectrum.real(0)[bin]
        place[16 * index + 1] = spectrum.imaginary(0)[bin]
      }
    }
    var value = error.evaluate(gains.pointer, gradient: slopes.pointer)
    for channel in 0..<8 {
      let place = slopes.pointer + (channel % 2) * 8 + channel / 2 * 2
      spectrum.clear()
      for (index, bin) in error.bins.enumerated() {
        spectrum.real(0)[bin] = place[16 * index]
        spectrum.imaginary(0)[bin] = place[16 * index + 1]
      }
      // Bins between 0 and the last stand for two of the whole transform.
      spectrum.real(0)[0] *= 2
      spectrum.imaginary(0)[0] = 0
      backward(scale: Float(fft.size) / 2, into: gradient + channel * taps)
      var spread: Float = 0
      for tap in 0..<taps {
        let x = point[channel * taps + tap]
        spread += spreads[tap] * x * x
        gradient[channel * taps + tap] += 2 * spreads[tap] * x
      }
      value += Double(spread)
    }
    return value
  }

  private func precondition(_ from: UnsafeMutablePointer<Float>, into to: UnsafeMutablePointer<Float>) {
    for channel in 0..<8 {
      forward(from + channel * taps)
      for bin in 0..<fft.bins {
        spectrum.real(0)[bin] *= reach[bin]
        spectrum.imaginary(0)[bin] *= reach[bin]
      }
      backward(scale: 1, into: to + channel * taps)
    }
  }

  private func forward(_ frames: UnsafeMutablePointer<Float>) {
    time.clear()
    nf_rt_copy(time.pointer, frames, taps * MemoryLayout<Float>.stride)
    fft.forward(time.pointer, into: spectrum, channel: 0)
  }

  private func backward(scale: Float, into frames: UnsafeMutablePointer<Float>) {
    fft.inverse(spectrum, channel: 0, into: time.pointer)
    for tap in 0..<taps { frames[tap] = scale * time[tap] }
  }
}
