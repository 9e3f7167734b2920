import Ambisonics
import PluginModel
import Remix
import Signal
import Spatial

/// A first-order recording, remixed, to two channels: `RemixPlugin` and `MixerStereo` one after the other.
public struct AudiomixStereo: FilePlayer, MIDIListener, ~Copyable {
  public static var spec: PluginSpec {
    PluginSpec(
      uri: "urn:nearfar:audiomix-stereo", name: "Nearfar Audiomix Stereo", bundle: "nearfar-audiomix", type: .spatial,
      comment:
        "Remixes a first-order Ambisonics recording (AmbiX), voices against place, and renders it to headphones or two loudspeakers: Remix and Mixer Stereo in one.",
      portSpecs: AudiomixPorts(layout: nil).specs, files: MixerStereo.spec.files)
  }

  private let places = AudiomixPorts(layout: nil)
  private let input: ChannelBuffer
  /// Place and voices.
  private let parts: ChannelBuffer
  private var remixer: Remixer
  private var mixer: MixerStereo

  public init(_ setting: borrowing BuildSetting) throws(BuildError) {
    mixer = try MixerStereo(setting)
    input = ChannelBuffer(channels: 4, capacity: Ports.chunk)
    parts = ChannelBuffer(channels: 5, capacity: Ports.chunk)
    remixer = RemixPlugin.remixer(setting)
  }

  public mutating func reset() {
    remixer.reset()
    mixer.reset()
  }

  @_noLocks public mutating func process(_ ports: borrowing Ports, frames: Int) {
    let controls = AudiomixControls(ports, places)
    remixer.controls = controls.remix
    let head = mixer.tracker.rotation(
      ports, headPorts: places.index(.headYaw), trackerPorts: places.index(.oscPort))
    mixer.setTargets(controls.stereo(ports, head: head))
    var start = 0
    while start < frames {
      let count = min(Ports.chunk, frames - start)
      for channel in 0..<4 { ports.read(at: channel, from: start, frames: count, into: input[channel]) }
      remixer.process(input, into: parts, frames: count)
      mixer.take(parts, frames: count)
      mixer.render(frames: count)
      for output in 0..<2 {
        ports.write(at: AudiomixPorts.firstOutput + output, from: start, frames: count, mixer.mixed[output])
      }
      start += count
    }
    ports.set(at: places.index(.latency), Float(remixer.latencyFrames))
    ports.set(at: places.index(.speechPresence), remixer.meters.speechPresence)
    ports.set(at: places.index(.hrtfStatus), Float(mixer.hrtfStatus.rawValue))
    ports.set(at: places.index(.eqStatus), Float(mixer.equalizer.status.rawValue))
  }

  @_noLocks public mutating func hear(_ bytes: UnsafePointer<UInt8>, count: Int) { mixer.hear(bytes, count: count) }

  public static func load(
    _ path: String?, of file: Int, _ setting: borrowing BuildSetting
  ) throws(BuildError) -> UnsafeMutableRawPointer { try MixerStereo.load(path, of: file, setting) }

  public static func unload(_ content: UnsafeMutableRawPointer, of file: Int) { MixerStereo.unload(content, of: file) }

  @_noLocks public mutating func play(_ content: UnsafeMutableRawPointer, of file: Int) {
    mixer.play(content, of: file)
  }

  @_noLocks public mutating func takeOld(of file: Int) -> UnsafeMutableRawPointer? { mixer.takeOld(of: file) }

  @_noLocks public mutating func reportFailure(of file: Int) { mixer.reportFailure(of: file) }
}
