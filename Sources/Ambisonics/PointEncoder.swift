import Signal

/// Puts a mono signal into a first-order field (ACN, SN3D), without latency.
///
/// Gains move along straight lines, so that a direction travels as a vector: from −170° to +170° it goes behind the head.
/// Cost: 4 multiplies per frame.
public struct PointEncoder {
  private var w, y, z, x: RampedGain

  /// Build.
  public init(rampFrames: Int) {
    let gain = RampedGain(rampFrames: rampFrames)
    (w, y, z, x) = (gain, gain, gain, gain)
  }

  /// Audio. The first gains after it are taken at once.
  @_noLocks public mutating func reset() {
    w.reset()
    y.reset()
    z.reset()
    x.reset()
  }

  /// Audio. The gains to move to, times `level`.
  @_noLocks public mutating func move(to gains: FirstOrderGains, level: Float) {
    w.setTarget(gains.w * level)
    y.setTarget(gains.y * level)
    z.setTarget(gains.z * level)
    x.setTarget(gains.x * level)
  }

  /// Audio. 1 channel → 4 channels.
  @_noLocks
  public mutating func process(_ source: UnsafePointer<Float>, into field: borrowing ChannelBuffer, frames: Int) {
    w.process(source, into: field[0], frames: frames)
    y.process(source, into: field[1], frames: frames)
    z.process(source, into: field[2], frames: frames)
    x.process(source, into: field[3], frames: frames)
  }
}
