import CPlatform
import Signal

/// Mixes the parts of a remix with gains that move along straight lines. Audio but for `init`.
///
/// FOA out = A·x + (S − A)·s and what an equalization adds, dialog out = D·d: so nothing is done to the recording where A = S = 1.
struct PartMixer: ~Copyable {
  private var recordingGain, speechGain, dialogGain: Ramp
  /// Of what the equalization adds to ambience and speech image.
  private var addedAmbienceGain, addedSpeechGain: Ramp
  /// Of the noise that is taken out.
  private var noiseGain: Ramp
  private let gains: ChannelBuffer

  /// Of the parts: speech image, dialog, noise.
  static var dialogChannel: Int { @_noLocks get { Separator.dialogChannel } }
  static var noiseChannel: Int { @_noLocks get { Separator.dialogChannel + 1 } }

  /// Build. `capacity`: the most frames of one call.
  init(rampFrames: Int, capacity: Int) {
    let ramp = Ramp(0, lengthFrames: rampFrames)
    (recordingGain, speechGain, dialogGain) = (ramp, ramp, ramp)
    (addedAmbienceGain, addedSpeechGain, noiseGain) = (ramp, ramp, ramp)
    gains = ChannelBuffer(channels: 6, capacity: capacity)
  }

  @_noLocks mutating func reset() {
    recordingGain.reset()
    speechGain.reset()
    dialogGain.reset()
    addedAmbienceGain.reset()
    addedSpeechGain.reset()
    noiseGain.reset()
  }

  /// `isRemix`: what is equalized is heard.
  @_noLocks mutating func setTargets(_ gains: RemixGains, isRemix: Bool, isNoiseRemoved: Bool) {
    recordingGain.setTarget(gains.ambience)
    speechGain.setTarget(gains.speech - gains.ambience)
    dialogGain.setTarget(gains.dialog)
    addedAmbienceGain.setTarget(isRemix ? gains.ambience : 0)
    addedSpeechGain.setTarget(isRemix ? gains.speech : 0)
    noiseGain.setTarget(isNoiseRemoved ? 1 : 0)
  }

  /// Anything of an equalization would be heard.
  var hearsMix: Bool {
    @_noLocks get { isSounding(dialogGain) || isSounding(addedAmbienceGain) || isSounding(addedSpeechGain) }
  }

  @_noLocks private func isSounding(_ gain: Ramp) -> Bool { gain.isMoving || gain.value != 0 }

  /// Nothing is remixed: the output is the recording, denormals and signs of zeros included.
  private var isRecording: Bool {
    @_noLocks get {
      !recordingGain.isMoving && !speechGain.isMoving && recordingGain.value == 1 && speechGain.value == 0
        && !isSounding(dialogGain)
    }
  }

  /// Takes the noise in `parts` out of `recording`; says whether there was any to take.
  @_noLocks
  mutating func subtractNoise(
    _ parts: borrowing ChannelBuffer, from recording: borrowing ChannelBuffer, start: Int, frames: Int
  ) -> Bool {
    guard isSounding(noiseGain) else { return false }
    noiseGain.render(into: gains[5], frames: frames)
    let noiseGains = gains[5]
    for channel in 0..<4 {
      let (x, noise) = (recording[channel] + start, parts[Self.noiseChannel + channel] + start)
      for frame in 0..<frames { x[frame] -= noiseGains[frame] * noise[frame] }
    }
    return true
  }

  /// `output`: 5 channels, FOA then dialog. `isChanged`: more than by the gains, so that it is never a copy.
  @_noLocks
  mutating func mix(
    _ recording: borrowing ChannelBuffer, _ parts: borrowing ChannelBuffer, into output: borrowing ChannelBuffer,
    start: Int, frames: Int, isChanged: Bool
  ) {
    let isCopy = isRecording && !isChanged
    recordingGain.render(into: gains[0], frames: frames)
    speechGain.render(into: gains[1], frames: frames)
    dialogGain.render(into: gains[2], frames: frames)
    addedAmbienceGain.render(into: gains[3], frames: frames)
    addedSpeechGain.render(into: gains[4], frames: frames)
    if isCopy {
      for channel in 0..<4 {
        nf_rt_copy(output[channel] + start, recording[channel] + start, frames * MemoryLayout<Float>.stride)
      }
      return nf_rt_clear(output[4] + start, frames * MemoryLayout<Float>.stride)
    }
    let (recordingGains, speechGains, dialogGains) = (gains[0], gains[1], gains[2])
    for channel in 0..<4 {
      let (x, s, out) = (recording[channel] + start, parts[channel] + start, output[channel] + start)
      for frame in 0..<frames { out[frame] = recordingGains[frame] * x[frame] + speechGains[frame] * s[frame] }
    }
    let (d, out) = (parts[Self.dialogChannel] + start, output[4] + start)
    for frame in 0..<frames { out[frame] = dialogGains[frame] * d[frame] }
  }

  /// `additions`: to ambience, speech image and dialog, from frame 0 on; with the gains of the `mix` before.
  @_noLocks
  func addEqualization(
    _ additions: borrowing ChannelBuffer, to output: borrowing ChannelBuffer, start: Int, frames: Int
  ) {
    let (ambienceGains, speechGains, dialogGains) = (gains[3], gains[4], gains[2])
    for channel in 0..<4 {
      let (a, s, out) = (additions[channel], additions[4 + channel], output[channel] + start)
      for frame in 0..<frames { out[frame] += ambienceGains[frame] * a[frame] + speechGains[frame] * s[frame] }
    }
    let (d, out) = (additions[8], output[4] + start)
    for frame in 0..<frames { out[frame] += dialogGains[frame] * d[frame] }
  }
}
