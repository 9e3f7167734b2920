import CPlatform

/// A vector as whole numbers of 15 bits, in pairs. Build: `init`. Audio: the rest.
struct RoundedVector: ~Copyable {
  let count: Int
  /// Even.
  let paddedCount: Int
  private let values: UnsafeMutablePointer<Int16>

  /// What the largest value becomes.
  static var largest: Float { @_noLocks get { 16_383 } }
  /// Adding it rounds what is below 2²² to a whole number and leaves that in the lowest bits.
  static var rounding: VectorMath.Lanes { @inline(__always) @_noLocks get { VectorMath.Lanes(repeating: 12_582_912) } }
  /// Below it everything is 0.
  static var least: Float { @_noLocks get { 1e-30 } }

  init(count: Int) {
    self.count = count
    paddedCount = (count + 1) / 2 * 2
    values = .allocate(capacity: paddedCount + 8)
    values.initialize(repeating: 0, count: paddedCount + 8)
  }

  deinit { values.deallocate() }

  /// Takes `count` floats; returns what 1 stands for.
  @_noLocks func round(_ x: UnsafePointer<Float>) -> Float {
    let largest = VectorMath.largest(VectorMath.largestMagnitudes(.zero, x, count: count))
    let scale = largest > Self.least ? Self.largest / largest : 0
    var index = 0
    while index < count {
      let value = VectorMath.load(x + index, count: min(count - index, 8))
      let bits = VectorMath.multiplyAdd(Self.rounding, value, VectorMath.Lanes(repeating: scale))
      nf_rt_store_low_halves(values + index, unsafeBitCast(bits, to: SIMD8<Int32>.self))
      index += 8
    }
    return largest / Self.largest
  }

  /// Two neighbours, eight times.
  @inline(__always) @_noLocks func pair(_ pair: Int) -> SIMD16<Int16> {
    let bits = UnsafeRawPointer(values + 2 * pair).loadUnaligned(as: UInt32.self)
    return unsafeBitCast(SIMD8<UInt32>(repeating: bits), to: SIMD16<Int16>.self)
  }
}
