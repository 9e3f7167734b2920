import PluginModel
import Spatial

/// A first-order recording, remixed, to 7.1.4 loudspeakers.
public struct Audiomix714: Processor, ~Copyable {
  public static var spec: PluginSpec {
    PluginSpec(
      uri: "urn:nearfar:audiomix-7_1_4", name: "Nearfar Audiomix 7.1.4", bundle: "nearfar-audiomix", type: .spatial,
      comment:
        "Remixes a first-order Ambisonics recording (AmbiX), voices against place, and renders it to 7.1.4 loudspeakers: Remix and Mixer 7.1.4 in one.",
      portSpecs: AudiomixPorts(layout: .sevenPointOneFour).specs)
  }

  private var audiomix: SpeakerAudiomix

  public init(_ setting: borrowing BuildSetting) throws(BuildError) {
    audiomix = SpeakerAudiomix(.sevenPointOneFour, setting)
  }

  public mutating func reset() { audiomix.reset() }

  @_noLocks public mutating func process(_ ports: borrowing Ports, frames: Int) {
    audiomix.process(ports, frames: frames)
  }
}
