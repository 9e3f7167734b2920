import PluginModel

/// A bed of 5.1 channels in a first-order field.
public struct EncodeBed51: Processor, ~Copyable {
  public static var spec: PluginSpec {
    PluginSpec(
      uri: "urn:nearfar:encode-bed-5_1", name: "Nearfar Encode Bed 5.1", bundle: "nearfar-encode", type: .spatial,
      comment:
        "Puts 5.1 channels (L R C LFE Ls Rs) into first-order Ambisonics (AmbiX), each from the place of its loudspeaker.",
      portSpecs: EncodeBedPorts(.fivePointOne).specs)
  }

  private var bed: EncodeBed

  public init(_ setting: borrowing BuildSetting) throws(BuildError) { bed = EncodeBed(.fivePointOne, setting) }

  public mutating func reset() { bed.reset() }

  @_noLocks public mutating func process(_ ports: borrowing Ports, frames: Int) { bed.process(ports, frames: frames) }
}
