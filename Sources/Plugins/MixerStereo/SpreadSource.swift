import Ambisonics
import Signal

/// Moves a share of the dialog from its point into the field around it, so that it fills part of the sphere.
///
/// The shares are linear in the angle: point and field carry the same signal at the same time and add up. Audio but for
/// `init`; costs nothing at spread 0.
struct SpreadSource: ~Copyable {
  private var w: Ramp
  private var y: Ramp
  private var z: Ramp
  private var x: Ramp
  private let gains: FloatBuffer

  init(rampFrames: Int, chunk: Int) {
    w = Ramp(lengthFrames: rampFrames)
    y = Ramp(lengthFrames: rampFrames)
    z = Ramp(lengthFrames: rampFrames)
    x = Ramp(lengthFrames: rampFrames)
    gains = FloatBuffer(count: chunk)
  }

  @_noLocks mutating func reset() {
    w.reset()
    y.reset()
    z.reset()
    x.reset()
  }

  @_noLocks mutating func setTarget(_ source: Direction, degrees: Float) {
    let share = degrees / 360
    let field = FirstOrderGains(source, widthDegrees: degrees)
    w.setTarget(share * field.w)
    y.setTarget(share * field.y)
    z.setTarget(share * field.z)
    x.setTarget(share * field.x)
  }

  /// Adds to the 4 channels of `field`, takes the same share from `dialog`.
  @_noLocks
  mutating func process(_ dialog: borrowing ChannelBuffer, _ field: borrowing ChannelBuffer, frames: Int) {
    guard w.isMoving || w.value != 0 else { return }
    let source = dialog[0]
    SpreadSource.add(source, &y, gains, to: field[1], frames)
    SpreadSource.add(source, &z, gains, to: field[2], frames)
    SpreadSource.add(source, &x, gains, to: field[3], frames)
    w.render(into: gains.pointer, frames: frames)
    let omni = field[0]
    for frame in 0..<frames {
      let part = gains[frame] * source[frame]
      omni[frame] += part
      source[frame] -= part
    }
  }

  @_noLocks private static func add(
    _ source: UnsafePointer<Float>, _ gain: inout Ramp, _ gains: borrowing FloatBuffer,
    to channel: UnsafeMutablePointer<Float>, _ frames: Int
  ) {
    gain.render(into: gains.pointer, frames: frames)
    for frame in 0..<frames { channel[frame] += gains[frame] * source[frame] }
  }
}
