import PluginModel

/// A bed of 7.1.4 channels in a first-order field.
public struct EncodeBed714: Processor, ~Copyable {
  public static var spec: PluginSpec {
    PluginSpec(
      uri: "urn:nearfar:encode-bed-7_1_4", name: "Nearfar Encode Bed 7.1.4", bundle: "nearfar-encode", type: .spatial,
      comment:
        "Puts 7.1.4 channels (L R C LFE Lss Rss Lrs Rrs Ltf Rtf Ltr Rtr) into first-order Ambisonics (AmbiX), each from the place of its loudspeaker.",
      portSpecs: EncodeBedPorts(.sevenPointOneFour).specs)
  }

  private var bed: EncodeBed

  public init(_ setting: borrowing BuildSetting) throws(BuildError) { bed = EncodeBed(.sevenPointOneFour, setting) }

  public mutating func reset() { bed.reset() }

  @_noLocks public mutating func process(_ ports: borrowing Ports, frames: Int) { bed.process(ports, frames: frames) }
}
