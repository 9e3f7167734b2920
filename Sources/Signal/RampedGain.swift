/// A gain that moves without clicks. Audio.
public struct RampedGain {
  private var ramp: Ramp

  public init(rampFrames: Int) { ramp = Ramp(0, lengthFrames: rampFrames) }

  /// The first gain after it is taken at once.
  @_noLocks public mutating func reset() { ramp.reset() }

  @_noLocks public mutating func setTarget(_ gain: Float) { ramp.setTarget(gain) }

  /// 0, now and until the next target.
  public var isSilent: Bool { @_noLocks get { ramp.remaining == 0 && ramp.value == 0 } }

  /// 1, now and until the next target: the input is the output.
  public var isUnity: Bool { @_noLocks get { ramp.remaining == 0 && ramp.value == 1 } }

  /// `output = gain · input`; the two may be the same.
  @_noLocks
  public mutating func process(
    _ input: UnsafePointer<Float>, into output: UnsafeMutablePointer<Float>, frames: Int
  ) {
    let moving = min(frames, ramp.remaining)
    var frame = 0
    while frame + 8 <= moving {
      VectorMath.store(ramp.nextLanes() * VectorMath.load(input + frame), output + frame)
      frame += 8
    }
    for frame in frame..<moving { output[frame] = ramp.next() * input[frame] }
    let gain = ramp.value
    for frame in moving..<frames { output[frame] = gain * input[frame] }
  }

  /// `output += gain · input`
  @_noLocks
  public mutating func processAdding(
    _ input: UnsafePointer<Float>, to output: UnsafeMutablePointer<Float>, frames: Int
  ) {
    let moving = min(frames, ramp.remaining)
    var frame = 0
    while frame + 8 <= moving {
      // Not fused: the frames left over are not either, and must have the same bits.
      VectorMath.store(
        VectorMath.load(output + frame) + ramp.nextLanes() * VectorMath.load(input + frame), output + frame)
      frame += 8
    }
    for frame in frame..<moving { output[frame] += ramp.next() * input[frame] }
    let gain = ramp.value
    for frame in moving..<frames { output[frame] += gain * input[frame] }
  }
}
