import Ambisonics
import Signal
import Spatial

/// The loudspeaker outputs of the mixer: the same stereo decode, with or without the treatment for narrow pairs. Idle while
/// neither sounds. Audio but for `init`.
struct SpeakerPath: ~Copyable {
  private var decoder: StereoDecoder
  private var narrow: NarrowSpeakers
  private var external: PathShare
  private var builtIn: PathShare
  private let decoded: ChannelBuffer
  private let shared: ChannelBuffer
  private let gains: FloatBuffer

  init(sampleRate: Double, chunk: Int) {
    let rampFrames = Int(0.02 * sampleRate)
    decoder = StereoDecoder(rampFrames: rampFrames)
    narrow = NarrowSpeakers(sampleRate: sampleRate)
    // The crosstalk's recursion halves with each crossing of 0.07 ms, and its filters ring for some milliseconds.
    external = PathShare(rampFrames: rampFrames, tailFrames: 0)
    builtIn = PathShare(rampFrames: rampFrames, tailFrames: rampFrames)
    decoded = ChannelBuffer(channels: 2, capacity: chunk)
    shared = ChannelBuffer(channels: 2, capacity: chunk)
    gains = FloatBuffer(count: chunk)
  }

  @_noLocks mutating func reset() {
    decoder.reset()
    narrow.reset()
    external.reset()
    builtIn.reset()
  }

  var isSounding: Bool { @_noLocks get { external.isSounding || builtIn.isSounding } }

  @_noLocks mutating func setTargets(_ output: MixerStereoControls.Output, source: Direction) {
    decoder.move(to: source)
    external.setTarget(isOn: output == .externalSpeakers)
    builtIn.setTarget(isOn: output == .builtInSpeakers)
  }

  /// Once per chunk, before `add`.
  @_noLocks mutating func wake() {
    _ = external.wakes()
    if builtIn.wakes() { narrow.reset() }
  }

  @_noLocks
  mutating func add(
    _ field: borrowing ChannelBuffer, _ dialog: UnsafePointer<Float>, to output: borrowing ChannelBuffer, frames: Int
  ) {
    guard isSounding else { return }
    decoder.process(field, dialog, into: decoded, frames: frames)
    if builtIn.isSounding {
      builtIn.render(into: gains.pointer, frames: frames)
      share(frames: frames)
      narrow.process(shared, frames: frames)
      mix(into: output, frames: frames)
    }
    if external.isSounding {
      external.render(into: gains.pointer, frames: frames)
      share(frames: frames)
      mix(into: output, frames: frames)
    }
  }

  @_noLocks private func share(frames: Int) {
    for channel in 0..<2 {
      VectorMath.multiply(decoded[channel], gains.pointer, into: shared[channel], count: frames)
    }
  }

  @_noLocks private func mix(into output: borrowing ChannelBuffer, frames: Int) {
    for channel in 0..<2 { VectorMath.add(shared[channel], gain: 1, to: output[channel], count: frames) }
  }
}
