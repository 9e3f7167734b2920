import PluginModel
import Remix
import Signal
import Spatial

/// A first-order recording, remixed, to loudspeakers of any layout with a centre: `RemixPlugin` and `SpeakerMixer` one after the
/// other.
struct SpeakerAudiomix: ~Copyable {
  private let places: AudiomixPorts
  private let input: ChannelBuffer
  /// Place and voices.
  private let parts: ChannelBuffer
  private var remixer: Remixer
  private var mixer: SpeakerMixer

  /// Build.
  init(_ layout: SpeakerLayout, _ setting: borrowing BuildSetting) {
    places = AudiomixPorts(layout: layout)
    input = ChannelBuffer(channels: 4, capacity: Ports.chunk)
    parts = ChannelBuffer(channels: 5, capacity: Ports.chunk)
    remixer = RemixPlugin.remixer(setting)
    mixer = SpeakerMixer(layout, sampleRate: setting.sampleRate)
  }

  mutating func reset() {
    remixer.reset()
    mixer.reset()
  }

  /// Audio.
  @_noLocks mutating func process(_ ports: borrowing Ports, frames: Int) {
    let controls = AudiomixControls(ports, places)
    remixer.controls = controls.remix
    mixer.setTargets(controls.speakers(ports))
    var start = 0
    while start < frames {
      let count = min(Ports.chunk, frames - start)
      for channel in 0..<4 { ports.read(at: channel, from: start, frames: count, into: input[channel]) }
      remixer.process(input, into: parts, frames: count)
      mixer.take(parts, frames: count)
      mixer.render(frames: count)
      for output in 0..<places.outputCount {
        ports.write(at: AudiomixPorts.firstOutput + output, from: start, frames: count, mixer.mixed[output])
      }
      start += count
    }
    ports.set(at: places.index(.latency), Float(remixer.latencyFrames))
    ports.set(at: places.index(.speechPresence), remixer.meters.speechPresence)
  }
}
