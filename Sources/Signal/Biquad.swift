/// One second-order section for one channel, transposed direct form II, in double precision so that low corners at high
/// rates keep their shape. Audio; about 2 ns per frame.
public struct Biquad {
  public var coefficients: BiquadCoefficients
  private var first = 0.0
  private var second = 0.0

  public init(_ coefficients: BiquadCoefficients) { self.coefficients = coefficients }

  @_noLocks public mutating func reset() {
    first = 0
    second = 0
  }

  /// Filters in place.
  @_noLocks public mutating func process(_ frames: UnsafeMutablePointer<Float>, count: Int) {
    let c = coefficients
    var (s1, s2) = (first, second)
    for frame in 0..<count {
      let x = Double(frames[frame])
      let y = c.b0 * x + s1
      s1 = c.b1 * x - c.a1 * y + s2
      s2 = c.b2 * x - c.a2 * y
      frames[frame] = Float(y)
    }
    (first, second) = (s1, s2)
  }
}
