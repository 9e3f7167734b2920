/// A control value that moves to its target along a straight line of fixed length, so that a step of a knob makes no click.
///
/// The first target after `reset` is taken at once: a render starts where its controls stand. Every value on the line is
/// computed from its place on it, not from the value before: so any division into blocks gives the same bits, and eight
/// frames are one vector. Audio.
public struct Ramp {
  private var target: Float
  /// Where the line began, and its rise per frame.
  private var origin: Float = 0
  private var step: Float = 0
  private(set) var remaining = 0
  private var isFresh = true
  private let lengthFrames: Int

  /// `lengthFrames`: frames from one value to the next, at least 1.
  public init(_ value: Float = 0, lengthFrames: Int) {
    target = value
    self.lengthFrames = max(1, lengthFrames)
  }

  @_noLocks public mutating func reset() {
    isFresh = true
    remaining = 0
  }

  @_noLocks public mutating func setTarget(_ newTarget: Float) {
    if isFresh {
      isFresh = false
      target = newTarget
      remaining = 0
    } else if newTarget != target {
      origin = value
      target = newTarget
      step = (newTarget - origin) / Float(lengthFrames)
      remaining = lengthFrames
    }
  }

  public var isMoving: Bool { @_noLocks get { remaining > 0 } }

  /// The value at the last frame that was passed.
  public var value: Float {
    @_noLocks get { remaining == 0 ? target : origin + step * Float(lengthFrames - remaining) }
  }

  /// The value at each of the next `frames` frames.
  @_noLocks public mutating func render(into values: UnsafeMutablePointer<Float>, frames: Int) {
    let moving = min(frames, remaining)
    var frame = 0
    while frame + 8 <= moving {
      VectorMath.store(nextLanes(), values + frame)
      frame += 8
    }
    while frame < moving {
      values[frame] = next()
      frame += 1
    }
    let resting = target
    while frame < frames {
      values[frame] = resting
      frame += 1
    }
  }

  /// Moves on by one frame.
  @_noLocks public mutating func next() -> Float { advance(frames: 1) }

  /// Moves on by `frames` frames at once and gives the value there.
  @_noLocks public mutating func advance(frames: Int) -> Float {
    remaining -= min(frames, remaining)
    return value
  }

  /// Moves on by eight frames of a line that has at least as many left.
  @inline(__always) @_noLocks mutating func nextLanes() -> VectorMath.Lanes {
    let places = VectorMath.Lanes(repeating: Float(lengthFrames - remaining)) + VectorMath.Lanes(1, 2, 3, 4, 5, 6, 7, 8)
    remaining -= 8
    var values = VectorMath.Lanes(repeating: origin) + places * step
    if remaining == 0 { values[7] = target }
    return values
  }
}
