import CPlatform

/// Designs short minimum-phase filters from the powers that they are to have, cheaply enough for the audio thread.
///
/// The cepstrum c of log |H| comes from a plain cosine sum, of the terms alone that the filter needs; then h[0] = e^c[0] and
/// n·h[n] = Σ k·2c[k]·h[n−k]. For filters whose cepstrum has ended long before the grid's points: smooth powers.
/// Source: A. V. Oppenheim, R. W. Schafer (1975), "Digital signal processing", eq. 10.53.
/// Build: `init`. Audio: `design`; `points · taps` multiply-adds.
public struct ShortMinimumPhase: ~Copyable {
  public let taps: Int
  /// Powers are given at `points` + 1 frequencies, evenly from 0 to half the sample rate.
  public let points: Int
  /// One turn in 2 · `points` steps.
  private let cosines: FloatBuffer
  private let logarithms: FloatBuffer
  private let cepstrum: FloatBuffer

  /// `points`: at least `taps`, best twice as many.
  public init(taps: Int, points: Int) {
    precondition(points >= taps && taps > 0)
    self.taps = taps
    self.points = points
    cosines = FloatBuffer(count: 2 * points)
    logarithms = FloatBuffer(count: points + 1)
    cepstrum = FloatBuffer(count: taps)
    for step in 0..<2 * points { cosines[step] = Float(nf_cos(Double.pi * Double(step) / Double(points))) }
  }

  /// `powers`: |H|² at each point, above 0. Writes `taps` values to `response`.
  @_noLocks public func design(_ powers: UnsafePointer<Float>, into response: UnsafeMutablePointer<Float>) {
    for point in 0...points { logarithms[point] = 0.5 * nf_rt_log(powers[point]) }
    for k in 0..<taps { cepstrum[k] = coefficient(k) }
    response[0] = nf_rt_exp(cepstrum[0])
    for n in 1..<taps {
      var sum: Float = 0
      for k in 1...n { sum += 2 * Float(k) * cepstrum[k] * response[n - k] }
      response[n] = sum / Float(n)
    }
  }

  /// The `k`th coefficient of the cepstrum, which is even.
  @_noLocks private func coefficient(_ k: Int) -> Float {
    let last = k % 2 == 0 ? logarithms[points] : -logarithms[points]
    var sum = 0.5 * (logarithms[0] + last)
    var step = k
    for point in 1..<points {
      sum += logarithms[point] * cosines[step]
      step += k
      if step >= 2 * points { step -= 2 * points }
    }
    return sum / Float(points)
  }
}
