/// A `trak` of a movie: which track it is, whether it is played, and what it holds.
struct QuickTimeTrack {
  private(set) var atom: QuickTimeAtom

  init(_ atom: QuickTimeAtom) { self.atom = atom }

  mutating func change(_ path: [String], _ change: (inout QuickTimeAtom) -> Void) { atom.change(path, change) }

  private var header: [UInt8] { atom["tkhd"]?.head ?? [] }
  /// Times are 64 bits wide in version 1.
  private var isLong: Bool { header.first == 1 }

  var identifier: Int { Int(header.bigEndian(at: isLong ? 20 : 12, bytes: 4)) }
  var isEnabled: Bool { header.bigEndian(at: 1, bytes: 3) & 1 != 0 }

  var alternateGroup: Int {
    get { Int(header.bigEndian(at: groupPlace, bytes: 2)) }
    set {
      let place = groupPlace
      change(["tkhd"]) { header in
        guard header.head.count >= place + 2 else { return }
        header.head.replaceSubrange(place..<place + 2, with: [UInt8](bigEndian: newValue, bytes: 2))
      }
    }
  }

  /// Behind times, identifier, duration, eight reserved bytes and the layer.
  private var groupPlace: Int { isLong ? 46 : 34 }

  /// The track that is played where this one cannot be: the track reference `fall`.
  var fallback: Int? {
    get { atom["tref", "fall"].map { Int($0.head.bigEndian(at: 0, bytes: 4)) } }
    set {
      atom.children.removeAll { $0.kind == "tref" }
      guard let newValue else { return }
      let reference = QuickTimeAtom("fall", [UInt8](bigEndian: newValue, bytes: 4))
      let place = atom.children.firstIndex { $0.kind == "mdia" } ?? atom.children.count
      atom.children.insert(QuickTimeAtom("tref", children: [reference]), at: place)
    }
  }

  // MARK: Sample description

  /// What its samples are: "soun", "vide", "meta".
  var handler: String { QuickTimeAtom.text((atom["mdia", "hdlr"]?.head ?? []).dropFirst(8).prefix(4)) }

  /// As they stand there: their own fields are not told from their children.
  var descriptions: [QuickTimeAtom] {
    let table = atom["mdia", "minf", "stbl", "stsd"]?.head ?? []
    return QuickTimeAtom.all(in: table.dropFirst(Self.descriptionStart)) ?? []
  }

  private static let descriptionPath = ["mdia", "minf", "stbl", "stsd"]
  /// Version, flags and count before the first description.
  private static let descriptionStart = 8

  /// An AudioChannelLayoutTag of CoreAudio; nil where there is none, or one that has no number.
  var layoutTag: Int? {
    get {
      guard let entry = soundDescription, let layout = entry.children.first(where: { $0.kind == "chan" }) else {
        return nil
      }
      let tag = Int(layout.head.bigEndian(at: 4, bytes: 4))
      return tag == 0 ? nil : tag
    }
    set {
      guard var entry = soundDescription else { return }
      entry.children.removeAll { $0.kind == "chan" }
      if let newValue {
        // Version and flags; the tag; no bitmap, no descriptions.
        let nothing = [UInt8](bigEndian: 0, bytes: 4)
        let layout = nothing + [UInt8](bigEndian: newValue, bytes: 4) + nothing + nothing
        entry.children.append(QuickTimeAtom("chan", layout))
      }
      change(Self.descriptionPath) { $0.head = Array($0.head.prefix(Self.descriptionStart)) + entry.bytes }
    }
  }

  /// The one description of a sound track; nil of others, and where there are several.
  private var soundDescription: QuickTimeAtom? {
    guard handler == "soun", descriptions.count == 1, var entry = descriptions.first else { return nil }
    // QuickTime has three versions of the sound description, each longer than the one before.
    let lengths = [28, 44, 64]
    let version = Int(entry.head.bigEndian(at: 8, bytes: 2))
    guard version < lengths.count, entry.head.count >= lengths[version],
      let children = QuickTimeAtom.all(in: entry.head.dropFirst(lengths[version]))
    else { return nil }
    entry.children = children
    entry.head = Array(entry.head.prefix(lengths[version]))
    return entry
  }
}
