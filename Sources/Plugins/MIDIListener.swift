import PluginModel

/// A processor with a MIDI input (`PortSpec.messageAndMIDIInput`).
public protocol MIDIListener: Processor, ~Copyable {
  /// Audio. One message of the coming block, in order of time; `LV2Entry` calls it before `process`.
  mutating func hear(_ bytes: UnsafePointer<UInt8>, count: Int)
}
