import Signal

/// How much of the signal goes into one of several outputs: fades in and out, and lets what is in the output ring out before
/// it rests. The fade comes before the output's delay: after it, the first sound would arrive in the middle of the fade.
/// Audio but for `init`.
struct PathShare {
  private var ramp: Ramp
  private let tailFrames: Int
  private var tailLeft = 0
  private var wasResting = false

  init(rampFrames: Int, tailFrames: Int) {
    ramp = Ramp(lengthFrames: rampFrames)
    self.tailFrames = tailFrames
  }

  @_noLocks mutating func reset() {
    ramp.reset()
    tailLeft = 0
    wasResting = false
  }

  @_noLocks mutating func setTarget(isOn: Bool) { ramp.setTarget(isOn ? 1 : 0) }

  var isSounding: Bool { @_noLocks get { ramp.isMoving || ramp.value > 0 || tailLeft > 0 } }

  /// The whole signal, now and until the next target.
  var isWhole: Bool { @_noLocks get { !ramp.isMoving && ramp.value == 1 } }

  /// Call once per chunk. True where the output sounds for the first time after a rest: it must be reset.
  @_noLocks mutating func wakes() -> Bool {
    let wakes = isSounding && wasResting
    wasResting = !isSounding
    return wakes
  }

  /// The shares of the next `frames` frames.
  @_noLocks mutating func render(into gains: UnsafeMutablePointer<Float>, frames: Int) {
    tailLeft = ramp.isMoving || ramp.value > 0 ? tailFrames : max(0, tailLeft - frames)
    ramp.render(into: gains, frames: frames)
  }
}
