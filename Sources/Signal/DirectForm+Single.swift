extension DirectForm {
  /// One input filtered by one response, to one output, which it overwrites.
  ///
  /// Whole vectors are computed, as in `addPair`: what lies up to the next multiple of 8 after `frames`, in `newest` (where frame
  /// 0 lies, with `taps − 1` frames before it) and in `output`, must be there. No frame depends on how blocks are cut.
  /// Cost per frame: `taps / 8` vector multiply-adds.
  @_noLocks public static func filter(
    _ newest: UnsafePointer<Float>, response: UnsafePointer<Float>, taps: Int, frames: Int,
    into output: UnsafeMutablePointer<Float>
  ) {
    var frame = 0
    while frame + 32 <= frames {
      filterFourVectors(newest + frame, response, taps, output + frame)
      frame += 32
    }
    while frame < frames {
      var sum = VectorMath.Lanes.zero
      for tap in 0..<taps {
        sum = VectorMath.multiplyAdd(
          sum, VectorMath.load(newest + frame - tap), VectorMath.Lanes(repeating: response[tap]))
      }
      VectorMath.store(sum, output + frame)
      frame += 8
    }
  }

  @_noLocks @inline(__always)
  private static func filterFourVectors(
    _ newest: UnsafePointer<Float>, _ response: UnsafePointer<Float>, _ taps: Int,
    _ output: UnsafeMutablePointer<Float>
  ) {
    var (a, b) = (VectorMath.Lanes.zero, VectorMath.Lanes.zero)
    var (c, d) = (VectorMath.Lanes.zero, VectorMath.Lanes.zero)
    for tap in 0..<taps {
      let gain = VectorMath.Lanes(repeating: response[tap])
      let x = newest - tap
      a = VectorMath.multiplyAdd(a, VectorMath.load(x), gain)
      b = VectorMath.multiplyAdd(b, VectorMath.load(x + 8), gain)
      c = VectorMath.multiplyAdd(c, VectorMath.load(x + 16), gain)
      d = VectorMath.multiplyAdd(d, VectorMath.load(x + 24), gain)
    }
    VectorMath.store(a, output)
    VectorMath.store(b, output + 8)
    VectorMath.store(c, output + 16)
    VectorMath.store(d, output + 24)
  }
}
