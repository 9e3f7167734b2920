import PluginModel
import Spatial

/// First-order ambience and a dialog channel to four loudspeakers in a square.
public struct MixerQuad: Processor, ~Copyable {
  public static var spec: PluginSpec {
    PluginSpec(
      uri: "urn:nearfar:mixer-quad", name: "Nearfar Mixer Quad", bundle: "nearfar-mixer", type: .spatial,
      comment: "Mixes first-order Ambisonics (AmbiX) and a dialog channel to four loudspeakers in a square.",
      portSpecs: SpeakerMixerPorts(.quad).specs, presets: SpeakerMixerPorts(.quad).presets)
  }

  private var mixer: SpeakerMixer

  public init(_ setting: borrowing BuildSetting) throws(BuildError) {
    mixer = SpeakerMixer(.quad, sampleRate: setting.sampleRate)
  }

  public mutating func reset() { mixer.reset() }

  @_noLocks public mutating func process(_ ports: borrowing Ports, frames: Int) {
    mixer.process(ports, frames: frames)
  }
}
