/// Exponential functions of eight lanes at once.
extension VectorMath {
  /// e^x, within 2 ulps between −87 and 88, clamped outside.
  ///
  /// 2^n · e^r with n = round(x/ln 2), r in two parts, and a polynomial for e^r.
  /// Source: S. Moshier, "Methods and Programs for Mathematical Functions" (1989), chapter on expf.
  @inlinable @inline(__always) @_noLocks public static func exponential(_ x: Lanes) -> Lanes {
    // Not `pointwiseMin` and `pointwiseMax`: they are calls.
    let (low, high) = (Lanes(repeating: -87), Lanes(repeating: 88))
    let clamped = x.replacing(with: low, where: x .< low).replacing(with: high, where: x .> high)
    // Adding 1.5 · 2²³ rounds to a whole number and leaves it in the lowest bits.
    let shifted = multiplyAdd(Lanes(repeating: 12_582_912), clamped, Lanes(repeating: 1.44269504))
    let n = shifted - 12_582_912
    let r = multiplyAdd(multiplyAdd(clamped, n, Lanes(repeating: -0.693359375)), n, Lanes(repeating: 2.12194440e-4))
    var p = Lanes(repeating: 1.9875691500e-4)
    p = multiplyAdd(Lanes(repeating: 1.3981999507e-3), p, r)
    p = multiplyAdd(Lanes(repeating: 8.3334519073e-3), p, r)
    p = multiplyAdd(Lanes(repeating: 4.1665795894e-2), p, r)
    p = multiplyAdd(Lanes(repeating: 1.6666665459e-1), p, r)
    p = multiplyAdd(Lanes(repeating: 5.0000001201e-1), p, r)
    p = multiplyAdd(r + 1, p, r * r)
    let exponents = SIMD8<Int32>(truncatingIfNeeded: unsafeBitCast(shifted, to: SIMD8<UInt32>.self) &- 0x4B40_0000)
    return p * unsafeBitCast((exponents &+ 127) &<< 23, to: Lanes.self)
  }

  /// Natural logarithm of positive normal numbers, within 2 ulps or 1e-7.
  ///
  /// x = m · 2^n with m in √½…√2, and a polynomial for ln m. Source: S. Moshier (1989), chapter on logf.
  @inlinable @inline(__always) @_noLocks public static func logarithm(_ x: Lanes) -> Lanes {
    // So that the exponent of what is subtracted changes at √½.
    let bits = unsafeBitCast(x, to: SIMD8<Int32>.self) &- 0x3F35_04F3
    let n = Lanes(bits &>> 23)
    let m = unsafeBitCast((bits & 0x007F_FFFF) &+ 0x3F35_04F3, to: Lanes.self) - 1
    var p = Lanes(repeating: 7.0376836292e-2)
    p = multiplyAdd(Lanes(repeating: -1.1514610310e-1), p, m)
    p = multiplyAdd(Lanes(repeating: 1.1676998740e-1), p, m)
    p = multiplyAdd(Lanes(repeating: -1.2420140846e-1), p, m)
    p = multiplyAdd(Lanes(repeating: 1.4249322787e-1), p, m)
    p = multiplyAdd(Lanes(repeating: -1.6668057665e-1), p, m)
    p = multiplyAdd(Lanes(repeating: 2.0000714765e-1), p, m)
    p = multiplyAdd(Lanes(repeating: -2.4999993993e-1), p, m)
    p = multiplyAdd(Lanes(repeating: 3.3333331174e-1), p, m)
    let square = m * m
    var y = m * square * p
    y = multiplyAdd(y, n, Lanes(repeating: -2.12194440e-4))
    y = multiplyAdd(y, square, Lanes(repeating: -0.5))
    return multiplyAdd(y + m, n, Lanes(repeating: 0.693359375))
  }

  /// 1/(1 + e^−x)
  @inlinable @inline(__always) @_noLocks public static func sigmoid(_ x: Lanes) -> Lanes { 1 / (1 + exponential(-x)) }

  /// 1/(1 + e^−x) for gates: absolute error below 2e-7, so that what is all but shut is not told apart from what is.
  @inlinable @inline(__always) @_noLocks public static func gate(_ x: Lanes) -> Lanes {
    let (numerator, denominator) = tangentFraction(0.5 * x)
    return multiplyAdd(Lanes(repeating: 0.5), Lanes(repeating: 0.5), numerator / denominator)
  }

  /// z·h + (1 − z)·n with z = `gate(keep)` and n = tanh(`candidate`), one division for both.
  @inlinable @inline(__always) @_noLocks
  public static func gated(_ h: Lanes, keep: Lanes, candidate: Lanes) -> Lanes {
    let (p, q) = tangentFraction(0.5 * keep)
    let (n, d) = tangentFraction(candidate)
    return multiplyAdd(n * (q - p), d * (q + p), h) / (d * (q + q))
  }

  /// tanh x as a fraction, within 1.3e-7; beyond ±8 as there, which is 1 within 2.3e-7.
  ///
  /// A quotient of polynomials of x², fitted with Lawson's weights so that the largest error is the least.
  @inlinable @inline(__always) @_noLocks static func tangentFraction(_ x: Lanes) -> (Lanes, Lanes) {
    let limited = larger(smaller(x, Lanes(repeating: 8)), Lanes(repeating: -8))
    let t = limited * limited
    var p = multiplyAdd(Lanes(repeating: 2.9388257e-3), t, Lanes(repeating: 1.13102040e-5))
    p = multiplyAdd(Lanes(repeating: 0.129136394), t, p)
    p = multiplyAdd(Lanes(repeating: 0.999999362), t, p)
    var q = multiplyAdd(Lanes(repeating: 2.37028202e-4), t, Lanes(repeating: 2.42382402e-7))
    q = multiplyAdd(Lanes(repeating: 0.0237638188), t, q)
    q = multiplyAdd(Lanes(repeating: 0.462467381), t, q)
    return (limited * p, multiplyAdd(.one, t, q))
  }
}
