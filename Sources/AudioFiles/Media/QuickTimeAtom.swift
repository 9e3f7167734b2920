/// One atom (box) of a QuickTime or MP4 file: what stands before its children, and they; all of it goes back as it came.
///
/// Source: Apple, QuickTime File Format (2016), Atoms; ISO/IEC 14496-12.
struct QuickTimeAtom {
  /// Four letters, each of one byte (ISO 8859-1).
  let kind: String
  /// Its own bytes.
  var head: [UInt8]
  var children: [QuickTimeAtom]

  /// Of these alone the children are told apart.
  private static let containers: Set = ["moov", "trak", "mdia", "minf", "stbl", "tref"]
  static let headerBytes = 8

  /// Deeper than any movie's: what is read goes down a step of the stack for each.
  private static let deepest = 16

  init(_ kind: String, _ head: [UInt8] = [], children: [QuickTimeAtom] = []) {
    self.kind = kind
    self.head = head
    self.children = children
  }

  /// Atoms one behind the other; nil where their sizes contradict each other. `depth`: how many they are in.
  static func all(in bytes: ArraySlice<UInt8>, depth: Int = 0) -> [QuickTimeAtom]? {
    guard depth <= deepest else { return nil }
    var (atoms, rest): ([QuickTimeAtom], ArraySlice<UInt8>) = ([], bytes)
    while !rest.isEmpty {
      // Some writers end lists with 32 bits of zero.
      if rest.count == 4 && rest.allSatisfy({ $0 == 0 }) { break }
      guard rest.count >= headerBytes else { return nil }
      let size = Int(rest.bigEndian(at: 0, bytes: 4))
      guard size >= headerBytes, size <= rest.count else { return nil }
      let kind = text(rest.dropFirst(4).prefix(4))
      guard let atom = QuickTimeAtom(kind, rest.prefix(size).dropFirst(headerBytes), depth) else { return nil }
      atoms.append(atom)
      rest = rest.dropFirst(size)
    }
    return atoms
  }

  private init?(_ kind: String, _ payload: ArraySlice<UInt8>, _ depth: Int) {
    self.init(kind)
    guard Self.containers.contains(kind) else {
      head = Array(payload)
      return
    }
    guard let children = Self.all(in: payload, depth: depth + 1) else { return nil }
    self.children = children
  }

  static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  /// In bytes, as it stands in a file.
  var size: Int { Self.headerBytes + head.count + children.reduce(0) { $0 + $1.size } }

  /// As it stands in a file.
  var bytes: [UInt8] {
    let inner = head + children.flatMap(\.bytes)
    let letters = kind.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    return [UInt8](bigEndian: Self.headerBytes + inner.count, bytes: 4) + letters + inner
  }

  /// The first child of a path of kinds.
  subscript(_ path: String...) -> QuickTimeAtom? {
    var atom: QuickTimeAtom? = self
    for kind in path { atom = atom?.children.first { $0.kind == kind } }
    return atom
  }

  /// Changes the first child of a path of kinds; nothing where there is none.
  mutating func change(_ path: [String], _ change: (inout QuickTimeAtom) -> Void) {
    guard let kind = path.first else { return change(&self) }
    guard let index = children.firstIndex(where: { $0.kind == kind }) else { return }
    children[index].change(Array(path.dropFirst()), change)
  }
}

extension Collection where Element == UInt8 {
  /// 0 where there are not so many bytes.
  func bigEndian(at start: Int, bytes count: Int) -> UInt64 {
    let found = dropFirst(start).prefix(count)
    return found.count == count ? found.reduce(0) { $0 << 8 | UInt64($1) } : 0
  }
}

extension Array where Element == UInt8 {
  init(bigEndian value: Int, bytes count: Int) {
    self = (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
