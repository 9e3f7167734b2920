/// Loops over floats that must run at the speed of the machine: eight lanes at a time, any alignment, any count.
///
/// Reductions are spelt with SIMD accumulators because the compiler may not reorder floating-point sums by itself.
/// Results do not depend on alignment. Audio thread. Pointers of one call must not overlap unless it says so.
public enum VectorMath {
  public typealias Lanes = SIMD8<Float>

  /// `sum + a × b`, fused where the processor does that in one instruction (elsewhere it would be a library call).
  @inline(__always) @_noLocks public static func multiplyAdd(_ sum: Lanes, _ a: Lanes, _ b: Lanes) -> Lanes {
    #if FMA
      sum.addingProduct(a, b)
    #else
      sum + a * b
    #endif
  }

  @inline(__always) @_noLocks public static func load(_ pointer: UnsafePointer<Float>) -> Lanes {
    UnsafeRawPointer(pointer).loadUnaligned(as: Lanes.self)
  }

  @inline(__always) @_noLocks public static func store(_ value: Lanes, _ pointer: UnsafeMutablePointer<Float>) {
    UnsafeMutableRawPointer(pointer).storeBytes(of: value, as: Lanes.self)
  }

  /// Turns NaN and infinities into 0, in place.
  @_noLocks public static func replaceNonFinite(_ x: UnsafeMutablePointer<Float>, count: Int) {
    var index = 0
    while index + 8 <= count {
      let value = load(x + index)
      // x − x is 0 exactly for finite x, NaN otherwise.
      let difference = value - value
      store(value.replacing(with: 0, where: difference .!= 0), x + index)
      index += 8
    }
    while index < count {
      if !x[index].isFinite { x[index] = 0 }
      index += 1
    }
  }
}
