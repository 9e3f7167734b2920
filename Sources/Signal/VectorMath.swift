import CPlatform

/// Loops over floats that must run at the speed of the machine: eight lanes at a time, any alignment, any count.
///
/// Reductions are spelt with SIMD accumulators because the compiler may not reorder floating-point sums by itself. Results
/// do not depend on alignment. Audio. The pointers of one call must not overlap unless it says so.
public enum VectorMath {
  public typealias Lanes = SIMD8<Float>

  /// `sum + a × b`, fused where the processor does that in one instruction (elsewhere it would be a library call).
  @inlinable @inline(__always) @_noLocks
  public static func multiplyAdd(_ sum: Lanes, _ a: Lanes, _ b: Lanes) -> Lanes {
    #if FMA
      sum.addingProduct(a, b)
    #else
      sum + a * b
    #endif
  }

  /// `sum − a × b`, likewise.
  @inlinable @inline(__always) @_noLocks
  public static func multiplySubtract(_ sum: Lanes, _ a: Lanes, _ b: Lanes) -> Lanes {
    #if FMA
      // Not `-a`, which is 0 − a: this is a change of sign, which the processor's instruction has within.
      sum.addingProduct(Lanes(repeating: -0.0) - a, b)
    #else
      sum - a * b
    #endif
  }

  @inlinable @inline(__always) @_noLocks
  public static func load(_ pointer: UnsafePointer<Float>) -> Lanes {
    UnsafeRawPointer(pointer).loadUnaligned(as: Lanes.self)
  }

  @inlinable @inline(__always) @_noLocks
  public static func store(_ value: Lanes, _ pointer: UnsafeMutablePointer<Float>) {
    UnsafeMutableRawPointer(pointer).storeBytes(of: value, as: Lanes.self)
  }

  /// The first `count` (1…8) lanes from memory, the others 0.
  @inlinable @inline(__always) @_noLocks
  public static func load(_ pointer: UnsafePointer<Float>, count: Int) -> Lanes {
    if count >= 8 { return load(pointer) }
    var value = Lanes.zero
    for lane in 0..<count { value[lane] = pointer[lane] }
    return value
  }

  /// The first `count` (1…8) lanes to memory.
  @inlinable @inline(__always) @_noLocks
  public static func store(_ value: Lanes, _ pointer: UnsafeMutablePointer<Float>, count: Int) {
    if count >= 8 { return store(value, pointer) }
    for lane in 0..<count { pointer[lane] = value[lane] }
  }

  /// Writes a₀ b₀ a₁ b₁ … a₇ b₇.
  @inline(__always) @_noLocks
  static func storeInterleaved(_ a: Lanes, _ b: Lanes, _ pointer: UnsafeMutablePointer<Float>) {
    let (low, high) = (SIMD8(lowHalf: a.lowHalf, highHalf: b.lowHalf), SIMD8(lowHalf: a.highHalf, highHalf: b.highHalf))
    store(Lanes(low[0], low[4], low[1], low[5], low[2], low[6], low[3], low[7]), pointer)
    store(Lanes(high[0], high[4], high[1], high[5], high[2], high[6], high[3], high[7]), pointer + 8)
  }

  /// a and b of a₀ b₀ a₁ b₁ … a₇ b₇.
  @inline(__always) @_noLocks static func loadInterleaved(_ pointer: UnsafePointer<Float>) -> (Lanes, Lanes) {
    let (low, high) = (load(pointer), load(pointer + 8))
    return (
      Lanes(lowHalf: low.evenHalf, highHalf: high.evenHalf), Lanes(lowHalf: low.oddHalf, highHalf: high.oddHalf)
    )
  }

  /// Lane-wise square root.
  @inlinable @inline(__always) @_noLocks
  public static func squareRoot(_ x: Lanes) -> Lanes {
    Lanes(
      nf_rt_sqrt(x[0]), nf_rt_sqrt(x[1]), nf_rt_sqrt(x[2]), nf_rt_sqrt(x[3]),
      nf_rt_sqrt(x[4]), nf_rt_sqrt(x[5]), nf_rt_sqrt(x[6]), nf_rt_sqrt(x[7]))
  }

  /// Turns NaN and infinities into 0, in place.
  @_noLocks public static func replaceNonFinite(_ x: UnsafeMutablePointer<Float>, count: Int) {
    var index = 0
    while index + 8 <= count {
      let value = load(x + index)
      // x − x is 0 exactly for finite x, and NaN otherwise.
      let difference = value - value
      store(value.replacing(with: 0, where: difference .!= 0), x + index)
      index += 8
    }
    while index < count {
      if !x[index].isFinite { x[index] = 0 }
      index += 1
    }
  }

  /// `out = x`, held within ±`limit`; the two may be the same.
  @_noLocks public static func clamp(
    _ x: UnsafePointer<Float>, limit: Float, into out: UnsafeMutablePointer<Float>, count: Int
  ) {
    let (low, high) = (Lanes(repeating: -limit), Lanes(repeating: limit))
    var index = 0
    while index + 8 <= count {
      // Not `pointwiseMin` and `pointwiseMax`: they are calls.
      let value = load(x + index)
      store(value.replacing(with: low, where: value .< low).replacing(with: high, where: value .> high), out + index)
      index += 8
    }
    while index < count {
      out[index] = min(max(x[index], -limit), limit)
      index += 1
    }
  }

  /// Σ a·b over `count` values; the order of the sum depends on `count` alone.
  @_noLocks public static func dot(_ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, count: Int) -> Float {
    var (first, second) = (Lanes.zero, Lanes.zero)
    var index = 0
    while index + 16 <= count {
      first = multiplyAdd(first, load(a + index), load(b + index))
      second = multiplyAdd(second, load(a + index + 8), load(b + index + 8))
      index += 16
    }
    var sum = (first + second).sum()
    while index < count {
      sum += a[index] * b[index]
      index += 1
    }
    return sum
  }

  /// `out += gain · x`
  @_noLocks public static func add(
    _ x: UnsafePointer<Float>, gain: Float, to out: UnsafeMutablePointer<Float>, count: Int
  ) {
    let gains = Lanes(repeating: gain)
    var index = 0
    while index + 8 <= count {
      store(multiplyAdd(load(out + index), load(x + index), gains), out + index)
      index += 8
    }
    while index < count {
      out[index] += gain * x[index]
      index += 1
    }
  }

  /// `out = a · b`; `out` may be `a` or `b`.
  @_noLocks public static func multiply(
    _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, into out: UnsafeMutablePointer<Float>, count: Int
  ) {
    var index = 0
    while index + 8 <= count {
      store(load(a + index) * load(b + index), out + index)
      index += 8
    }
    while index < count {
      out[index] = a[index] * b[index]
      index += 1
    }
  }

  /// The larger of two, lane by lane. Not `pointwiseMax`: that is a call.
  @inlinable @inline(__always) @_noLocks public static func larger(_ a: Lanes, _ b: Lanes) -> Lanes {
    a.replacing(with: b, where: a .< b)
  }

  /// The smaller of two, lane by lane.
  @inlinable @inline(__always) @_noLocks public static func smaller(_ a: Lanes, _ b: Lanes) -> Lanes {
    a.replacing(with: b, where: b .< a)
  }

  /// |x|, lane by lane.
  @inlinable @inline(__always) @_noLocks public static func magnitude(_ x: Lanes) -> Lanes {
    unsafeBitCast(unsafeBitCast(x, to: SIMD8<UInt32>.self) & 0x7FFF_FFFF, to: Lanes.self)
  }

  /// The largest lane. Not `max()`, which is a loop.
  @inline(__always) @_noLocks static func largest(_ v: Lanes) -> Float {
    max(max(max(v[0], v[1]), max(v[2], v[3])), max(max(v[4], v[5]), max(v[6], v[7])))
  }

  /// Of lane after lane, the larger of `largest` and |x|, over `count` values.
  @inline(__always) @_noLocks
  static func largestMagnitudes(_ largest: Lanes, _ x: UnsafePointer<Float>, count: Int) -> Lanes {
    var (first, second) = (largest, Lanes.zero)
    var index = 0
    while index + 16 <= count {
      first = larger(first, magnitude(load(x + index)))
      second = larger(second, magnitude(load(x + index + 8)))
      index += 16
    }
    while index < count {
      first = larger(first, magnitude(load(x + index, count: min(count - index, 8))))
      index += 8
    }
    return larger(first, second)
  }

  /// Σ x² over `count` values.
  @_noLocks public static func energy(_ x: UnsafePointer<Float>, count: Int) -> Float { dot(x, x, count: count) }
}
