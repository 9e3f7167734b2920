import Ambisonics
import CPlatform
import Signal

/// A first-order field and the dialog to two loudspeakers.
///
/// The field: two virtual cardioids at ±75°, which keep the back 4.6 dB below the front; their sum is W and X alone, so
/// that mono loses nothing but width. The dialog: constant power between loudspeakers taken to stand at ±30°, sources
/// further to a side in that loudspeaker alone, those behind mirrored to the front. No latency. Audio but for `init`.
public struct StereoDecoder: ~Copyable {
  /// Gains that give a field from the front the power of the same dialog: 1 in total.
  static let w: Float = 0.561_7
  static let x: Float = 0.145_4
  static let y: Float = 0.542_6

  private var left: Ramp
  private var right: Ramp

  public init(rampFrames: Int) {
    left = Ramp(lengthFrames: rampFrames)
    right = Ramp(lengthFrames: rampFrames)
  }

  @_noLocks public mutating func reset() {
    left.reset()
    right.reset()
  }

  /// Audio. Where the dialog is.
  @_noLocks public mutating func move(to source: Direction) {
    let gains = StereoDecoder.panning(source)
    left.setTarget(gains.left)
    right.setTarget(gains.right)
  }

  /// Constant-power gains. `source.y` is the sine of the angle to the median plane: ±0.5 at ±30°.
  @_noLocks static func panning(_ source: Direction) -> (left: Float, right: Float) {
    let angle = (min(max(source.y * 2, -1), 1) + 1) * (.pi / 4)
    return (nf_rt_sin(angle), nf_rt_cos(angle))
  }

  @_noLocks
  public mutating func process(
    _ field: borrowing ChannelBuffer, _ source: UnsafePointer<Float>, into output: borrowing ChannelBuffer, frames: Int
  ) {
    let (w, y, x) = (field[0], field[1], field[3])
    let (l, r) = (output[0], output[1])
    for frame in 0..<frames {
      let middle = StereoDecoder.w * w[frame] + StereoDecoder.x * x[frame]
      let side = StereoDecoder.y * y[frame]
      l[frame] = middle + side + left.next() * source[frame]
      r[frame] = middle - side + right.next() * source[frame]
    }
  }
}
