/// Convolution as it is written, for short filters: eight frames at a time, two outputs in one pass. Audio.
public enum DirectForm {
  /// Adds one input, filtered by two responses, to two outputs.
  ///
  /// Whole vectors are computed: `frames` is rounded up to a multiple of 8, for `newest` (where frame 0 lies, with
  /// `taps − 1` frames before it) and for both outputs; what lies there must be finite. Each lane adds its taps in the same
  /// order whatever its place, so that no frame depends on how blocks are cut. `responses`: left and right in turn.
  /// Cost per frame: `taps / 4` vector multiply-adds.
  @_noLocks public static func addPair(
    _ newest: UnsafePointer<Float>, responses: UnsafePointer<Float>, taps: Int, frames: Int,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
  ) {
    var frame = 0
    while frame + 32 <= frames {
      addFourVectors(newest + frame, responses, taps, left + frame, right + frame)
      frame += 32
    }
    while frame < frames {
      addVector(newest + frame, responses, taps, left + frame, right + frame)
      frame += 8
    }
  }

  @_noLocks @inline(__always)
  private static func addFourVectors(
    _ newest: UnsafePointer<Float>, _ responses: UnsafePointer<Float>, _ taps: Int,
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>
  ) {
    var (l0, l1) = (VectorMath.load(left), VectorMath.load(left + 8))
    var (l2, l3) = (VectorMath.load(left + 16), VectorMath.load(left + 24))
    var (r0, r1) = (VectorMath.load(right), VectorMath.load(right + 8))
    var (r2, r3) = (VectorMath.load(right + 16), VectorMath.load(right + 24))
    for tap in 0..<taps {
      let l = VectorMath.Lanes(repeating: responses[2 * tap])
      let r = VectorMath.Lanes(repeating: responses[2 * tap + 1])
      let x = newest - tap
      let (x0, x1) = (VectorMath.load(x), VectorMath.load(x + 8))
      let (x2, x3) = (VectorMath.load(x + 16), VectorMath.load(x + 24))
      l0 = VectorMath.multiplyAdd(l0, x0, l)
      r0 = VectorMath.multiplyAdd(r0, x0, r)
      l1 = VectorMath.multiplyAdd(l1, x1, l)
      r1 = VectorMath.multiplyAdd(r1, x1, r)
      l2 = VectorMath.multiplyAdd(l2, x2, l)
      r2 = VectorMath.multiplyAdd(r2, x2, r)
      l3 = VectorMath.multiplyAdd(l3, x3, l)
      r3 = VectorMath.multiplyAdd(r3, x3, r)
    }
    VectorMath.store(l0, left)
    VectorMath.store(l1, left + 8)
    VectorMath.store(l2, left + 16)
    VectorMath.store(l3, left + 24)
    VectorMath.store(r0, right)
    VectorMath.store(r1, right + 8)
    VectorMath.store(r2, right + 16)
    VectorMath.store(r3, right + 24)
  }

  @_noLocks @inline(__always)
  private static func addVector(
    _ newest: UnsafePointer<Float>, _ responses: UnsafePointer<Float>, _ taps: Int,
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>
  ) {
    var (l, r) = (VectorMath.load(left), VectorMath.load(right))
    for tap in 0..<taps {
      let x = VectorMath.load(newest - tap)
      l = VectorMath.multiplyAdd(l, x, VectorMath.Lanes(repeating: responses[2 * tap]))
      r = VectorMath.multiplyAdd(r, x, VectorMath.Lanes(repeating: responses[2 * tap + 1]))
    }
    VectorMath.store(l, left)
    VectorMath.store(r, right)
  }
}
