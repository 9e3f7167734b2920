import Ambisonics
import Signal
import Spatial

/// The loudspeaker outputs of the mixer: the same stereo decode, with or without the treatment for narrow pairs, delayed to
/// the headphones' latency. Idle while neither sounds. Audio but for `init`.
struct SpeakerPath: ~Copyable {
  private var decoder: StereoDecoder
  private var narrow: NarrowSpeakers
  private var externalDelay: DelayLine
  private var builtInDelay: DelayLine
  private var externalShare: Ramp
  private var builtInShare: Ramp
  private let decoded: ChannelBuffer
  private let treated: ChannelBuffer
  private let delayed: ChannelBuffer
  private let gains: FloatBuffer
  private var isExternalIdle = false
  private var isBuiltInIdle = false

  init(sampleRate: Double, latencyFrames: Int, chunk: Int) {
    let rampFrames = Int(0.02 * sampleRate)
    decoder = StereoDecoder(rampFrames: rampFrames)
    narrow = NarrowSpeakers(sampleRate: sampleRate)
    externalDelay = DelayLine(channels: 2, delayFrames: latencyFrames)
    builtInDelay = DelayLine(channels: 2, delayFrames: latencyFrames)
    externalShare = Ramp(lengthFrames: rampFrames)
    builtInShare = Ramp(lengthFrames: rampFrames)
    decoded = ChannelBuffer(channels: 2, capacity: chunk)
    treated = ChannelBuffer(channels: 2, capacity: chunk)
    delayed = ChannelBuffer(channels: 2, capacity: chunk)
    gains = FloatBuffer(count: chunk)
  }

  @_noLocks mutating func reset() {
    decoder.reset()
    narrow.reset()
    externalDelay.reset()
    builtInDelay.reset()
    externalShare.reset()
    builtInShare.reset()
    isExternalIdle = false
    isBuiltInIdle = false
  }

  @_noLocks mutating func setTargets(_ output: MixerStereoControls.Output, source: Direction) {
    decoder.move(to: source)
    externalShare.setTarget(output == .externalSpeakers ? 1 : 0)
    builtInShare.setTarget(output == .builtInSpeakers ? 1 : 0)
  }

  @_noLocks
  mutating func add(
    _ field: borrowing ChannelBuffer, _ dialog: UnsafePointer<Float>, to output: borrowing ChannelBuffer, frames: Int
  ) {
    let isExternal = externalShare.isMoving || externalShare.value > 0
    let isBuiltIn = builtInShare.isMoving || builtInShare.value > 0
    if isExternal && isExternalIdle { externalDelay.reset() }
    if isBuiltIn && isBuiltInIdle {
      builtInDelay.reset()
      narrow.reset()
    }
    (isExternalIdle, isBuiltInIdle) = (!isExternal, !isBuiltIn)
    guard isExternal || isBuiltIn else { return }
    decoder.process(field, dialog, into: decoded, frames: frames)
    if isBuiltIn {
      treated.copy(from: decoded, frames: frames)
      narrow.process(treated, frames: frames)
      builtInDelay.process(treated, into: delayed, frames: frames)
      builtInShare.render(into: gains.pointer, frames: frames)
      mix(into: output, frames: frames)
    }
    if isExternal {
      externalDelay.process(decoded, into: delayed, frames: frames)
      externalShare.render(into: gains.pointer, frames: frames)
      mix(into: output, frames: frames)
    }
  }

  @_noLocks private func mix(into output: borrowing ChannelBuffer, frames: Int) {
    for channel in 0..<2 {
      let (sum, part) = (output[channel], delayed[channel])
      for frame in 0..<frames { sum[frame] += gains[frame] * part[frame] }
    }
  }
}
