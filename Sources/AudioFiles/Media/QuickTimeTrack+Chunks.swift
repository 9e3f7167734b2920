/// Where a track's samples are.
extension QuickTimeTrack {
  private static let path = ["mdia", "minf", "stbl"]

  /// Places of the chunks in the file, in bytes. They are kept in 32 bits as long as all of them fit.
  var chunks: [Int] {
    get {
      guard let table = offsets else { return [] }
      let width = table.kind == "stco" ? 4 : 8
      let count = min(Int(table.head.bigEndian(at: 4, bytes: 4)), max(0, table.head.count - 8) / width)
      return (0..<count).map { Int(clamping: table.head.bigEndian(at: 8 + width * $0, bytes: width)) }
    }
    set {
      guard let old = offsets else { return }
      let width = newValue.allSatisfy { $0 <= Int(UInt32.max) } ? 4 : 8
      var head = [UInt8](bigEndian: 0, bytes: 4) + [UInt8](bigEndian: newValue.count, bytes: 4)
      head.reserveCapacity(head.count + width * newValue.count)
      for chunk in newValue { head += [UInt8](bigEndian: chunk, bytes: width) }
      change(Self.path) { table in
        guard let index = table.children.firstIndex(where: { $0.kind == old.kind }) else { return }
        table.children[index] = QuickTimeAtom(width == 4 ? "stco" : "co64", head)
      }
    }
  }

  private var offsets: QuickTimeAtom? {
    atom["mdia", "minf", "stbl", "stco"] ?? atom["mdia", "minf", "stbl", "co64"]
  }

  /// Where the first sample is, in bytes; nil where there is none.
  var firstSample: Range<Int>? {
    guard let sizes = atom["mdia", "minf", "stbl", "stsz"]?.head, let start = chunks.first else { return nil }
    // One size for all, or a list.
    let common = sizes.bigEndian(at: 4, bytes: 4)
    let size = Int(common != 0 ? common : sizes.bigEndian(at: 12, bytes: 4))
    return size > 0 && start < Int.max - size ? start..<start + size : nil
  }
}
