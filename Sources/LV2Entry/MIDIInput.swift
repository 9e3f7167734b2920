import CLV2
import CPlatform
import PluginModel
import Plugins

/// Where an instance gets its MIDI.
@usableFromInline
struct MIDIInput {
  @usableFromInline let port: Int
  @usableFromInline let words: nf_lv2_midi_words

  /// Build.
  init(_ host: HostFeatures, _ spec: PluginSpec) {
    port = spec.ports.firstIndex { $0.takesMIDI } ?? -1
    if let map = host.map, map.pointee.map != nil, port >= 0 {
      words = nf_lv2_map_midi_words(map)
    } else {
      words = nf_lv2_midi_words()
    }
  }
}

extension Instance {
  /// Audio. Gives a processor the MIDI of the coming block, before `run`.
  @inlinable @inline(__always)
  public static func hear<P: MIDIListener & ~Copyable>(_ type: P.Type, _ handle: LV2_Handle?) {
    guard let instance = handle?.assumingMemoryBound(to: Instance.self) else { return }
    let midi = instance.pointee.midi
    guard let data = instance.pointee.ports.data(at: midi.port) else { return }
    let sequence = data.assumingMemoryBound(to: LV2_Atom_Sequence.self)
    let processor = instance.pointee.processor.assumingMemoryBound(to: P.self)
    var (position, bytes) = (UInt32(0), UInt32(0))
    while let message = nf_rt_lv2_next_midi(sequence, midi.words, &position, &bytes) {
      processor.pointee.hear(message, count: Int(bytes))
    }
  }
}
