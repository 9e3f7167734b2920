/// A control value that moves to its target along a straight line of fixed length, so that a step of a knob makes no click.
///
/// The first target after `reset` is taken at once: a render starts where its controls stand. Audio.
public struct Ramp {
  public private(set) var value: Float
  private var target: Float
  private var step: Float = 0
  private(set) var remaining = 0
  private var isFresh = true
  private let lengthFrames: Int

  /// `lengthFrames`: frames from one value to the next, at least 1.
  public init(_ value: Float = 0, lengthFrames: Int) {
    self.value = value
    target = value
    self.lengthFrames = max(1, lengthFrames)
  }

  @_noLocks public mutating func reset() {
    isFresh = true
    remaining = 0
    value = target
  }

  @_noLocks public mutating func setTarget(_ newTarget: Float) {
    if isFresh {
      isFresh = false
      value = newTarget
      target = newTarget
      remaining = 0
    } else if newTarget != target {
      target = newTarget
      step = (newTarget - value) / Float(lengthFrames)
      remaining = lengthFrames
    }
  }

  public var isMoving: Bool { @_noLocks get { remaining > 0 } }

  /// The value at each of the next `frames` frames.
  @_noLocks public mutating func render(into values: UnsafeMutablePointer<Float>, frames: Int) {
    for frame in 0..<frames { values[frame] = next() }
  }

  /// Moves on by one frame.
  @_noLocks public mutating func next() -> Float {
    if remaining > 0 {
      remaining -= 1
      value = remaining == 0 ? target : value + step
    }
    return value
  }

  /// Moves on by `frames` frames at once and gives the value there.
  @_noLocks public mutating func advance(frames: Int) -> Float {
    if remaining > 0 {
      let moved = min(frames, remaining)
      remaining -= moved
      value = remaining == 0 ? target : value + step * Float(moved)
    }
    return value
  }
}
