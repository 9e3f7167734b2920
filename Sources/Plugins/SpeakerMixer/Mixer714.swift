import PluginModel
import Spatial

/// First-order ambience and a dialog channel to 7.1.4 loudspeakers.
public struct Mixer714: Processor, ~Copyable {
  public static var spec: PluginSpec {
    PluginSpec(
      uri: "urn:nearfar:mixer-7_1_4", name: "Nearfar Mixer 7.1.4", bundle: "nearfar-mixer", type: .spatial,
      comment: "Mixes first-order Ambisonics (AmbiX) and a dialog channel to 7.1.4 loudspeakers.",
      portSpecs: SpeakerMixerPorts(.sevenPointOneFour).specs, presets: SpeakerMixerPorts(.sevenPointOneFour).presets)
  }

  private var mixer: SpeakerMixer

  public init(_ setting: borrowing BuildSetting) throws(BuildError) {
    mixer = SpeakerMixer(.sevenPointOneFour, sampleRate: setting.sampleRate)
  }

  public mutating func reset() { mixer.reset() }

  @_noLocks public mutating func process(_ ports: borrowing Ports, frames: Int) {
    mixer.process(ports, frames: frames)
  }
}
