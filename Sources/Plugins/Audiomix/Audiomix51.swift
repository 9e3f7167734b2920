import PluginModel
import Spatial

/// A first-order recording, remixed, to 5.1 loudspeakers.
public struct Audiomix51: Processor, ~Copyable {
  public static var spec: PluginSpec {
    PluginSpec(
      uri: "urn:nearfar:audiomix-5_1", name: "Nearfar Audiomix 5.1", bundle: "nearfar-audiomix", type: .spatial,
      comment:
        "Remixes a first-order Ambisonics recording (AmbiX), voices against place, and renders it to 5.1 loudspeakers: Remix and Mixer 5.1 in one.",
      portSpecs: AudiomixPorts(layout: .fivePointOne).specs)
  }

  private var audiomix: SpeakerAudiomix

  public init(_ setting: borrowing BuildSetting) throws(BuildError) {
    audiomix = SpeakerAudiomix(.fivePointOne, setting)
  }

  public mutating func reset() { audiomix.reset() }

  @_noLocks public mutating func process(_ ports: borrowing Ports, frames: Int) {
    audiomix.process(ports, frames: frames)
  }
}
