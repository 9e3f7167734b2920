import PluginModel
import Spatial

/// First-order ambience and a dialog channel to 5.1 loudspeakers.
public struct Mixer51: Processor, ~Copyable {
  public static var spec: PluginSpec {
    PluginSpec(
      uri: "urn:nearfar:mixer-5_1", name: "Nearfar Mixer 5.1", bundle: "nearfar-mixer", type: .spatial,
      comment: "Mixes first-order Ambisonics (AmbiX) and a dialog channel to 5.1 loudspeakers.",
      portSpecs: SpeakerMixerPorts(.fivePointOne).specs, presets: SpeakerMixerPorts(.fivePointOne).presets)
  }

  private var mixer: SpeakerMixer

  public init(_ setting: borrowing BuildSetting) throws(BuildError) {
    mixer = SpeakerMixer(.fivePointOne, sampleRate: setting.sampleRate)
  }

  public mutating func reset() { mixer.reset() }

  @_noLocks public mutating func process(_ ports: borrowing Ports, frames: Int) {
    mixer.process(ports, frames: frames)
  }
}
