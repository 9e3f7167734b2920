import Glibc

/// The `moov` of a QuickTime or MP4 file: what it says of its tracks, which can be changed.
struct QuickTimeMovie {
  private(set) var atom: QuickTimeAtom
  /// Where it stands in the file, in bytes.
  let range: Range<Int>
  let fileSize: Int

  /// More is no description of a movie.
  private static let most = 1 << 28

  /// Nil where there is none, or one that contradicts itself.
  init?(path: String) {
    guard let movie = Self.withDescriptor(path, { Self(descriptor: $0) }) else { return nil }
    self = movie
  }

  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    fileSize = Int(status.st_size)
    guard let found = Self.find("moov", in: descriptor, fileSize), found.count <= Self.most,
      let bytes = FileBytes.read(descriptor, at: found.lowerBound, count: found.count),
      let atom = QuickTimeAtom.all(in: bytes[...])?.first
    else { return nil }
    (self.atom, range) = (atom, found)
  }

  // MARK: Tracks

  var tracks: [QuickTimeTrack] { atom.children.filter { $0.kind == "trak" }.map { QuickTimeTrack($0) } }

  mutating func change(track identifier: Int, _ change: (inout QuickTimeTrack) -> Void) {
    changeTracks { if $0.identifier == identifier { change(&$0) } }
  }

  mutating func changeTracks(_ change: (inout QuickTimeTrack) -> Void) {
    for index in atom.children.indices where atom.children[index].kind == "trak" {
      var track = QuickTimeTrack(atom.children[index])
      change(&track)
      atom.children[index] = track.atom
    }
  }

  /// Behind those that there are. `make`: of an identifier that no other has, which is returned.
  mutating func add(_ make: (_ movie: QuickTimeMovie, _ identifier: Int) -> QuickTimeAtom) -> Int {
    let identifier = (tracks.map(\.identifier).max() ?? 0) + 1
    let place = atom.children.lastIndex { $0.kind == "trak" }.map { $0 + 1 } ?? atom.children.count
    atom.children.insert(make(self, identifier), at: place)
    // The header ends with the identifier that a track added later is to have.
    atom.change(["mvhd"]) { header in
      guard header.head.count >= 4 else { return }
      header.head.replaceSubrange((header.head.count - 4)..., with: [UInt8](bigEndian: identifier + 1, bytes: 4))
    }
    return identifier
  }

  // MARK: Time

  private var header: [UInt8] { atom["mvhd"]?.head ?? [] }
  private var isLong: Bool { header.first == 1 }

  /// Units per second in which durations of tracks are told.
  var timescale: Int { Int(header.bigEndian(at: isLong ? 20 : 12, bytes: 4)) }
  /// Of the longest track.
  var duration: Int { Int(clamping: header.bigEndian(at: isLong ? 24 : 16, bytes: isLong ? 8 : 4)) }

  // MARK: The file

  /// Nil where it cannot be opened.
  static func withDescriptor<Result>(_ path: String, _ body: (Int32) -> Result?) -> Result? {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return body(descriptor)
  }

  /// The first atom of a kind, or of any, among those that stand in the file itself.
  static func find(_ kind: String?, in descriptor: Int32, _ fileSize: Int) -> Range<Int>? {
    var place = 0
    while let header = FileBytes.read(descriptor, at: place, count: 8) {
      var size = Int(header.bigEndian(at: 0, bytes: 4))
      if size == 0 { size = fileSize - place }
      if size == 1 {
        guard let long = FileBytes.read(descriptor, at: place + 8, count: 8) else { return nil }
        size = Int(truncatingIfNeeded: long.bigEndian(at: 0, bytes: 8))
      }
      guard size >= 8, size <= fileSize - place else { return nil }
      if kind == nil || QuickTimeAtom.text(header.dropFirst(4)) == kind { return place..<place + size }
      place += size
    }
    return nil
  }
}
