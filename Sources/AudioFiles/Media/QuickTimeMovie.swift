import Glibc

/// The `moov` of a QuickTime or MP4 file: what it says of its tracks, which can be changed and put back.
struct QuickTimeMovie {
  private var atom: QuickTimeAtom
  /// Where it stands in the file, in bytes, and how many it had.
  private let place: Int
  private let size: Int
  private let fileSize: Int

  /// More is no description of a movie.
  private static let most = 1 << 28

  init(path: String) throws(AudioFileError) {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw AudioFileError(.input, path, String(cString: strerror(errno)), remedy: "check its name")
    }
    defer { close(descriptor) }
    guard let movie = QuickTimeMovie(descriptor: descriptor) else {
      throw AudioFileError(.input, path, "its atoms contradict each other", remedy: "copy or export it again")
    }
    self = movie
  }

  /// Nil where there is none, or one that contradicts itself.
  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    fileSize = Int(status.st_size)
    guard let found = Self.find("moov", in: descriptor, fileSize), found.size <= Self.most,
      let bytes = Self.read(descriptor, at: found.place, count: found.size),
      let atom = QuickTimeAtom.all(in: bytes[...])?.first
    else { return nil }
    (self.atom, place, size) = (atom, found.place, found.size)
  }

  var tracks: [QuickTimeTrack] { atom.children.filter { $0.kind == "trak" }.map { QuickTimeTrack($0) } }

  mutating func change(track identifier: Int, _ change: (inout QuickTimeTrack) -> Void) {
    for index in atom.children.indices where atom.children[index].kind == "trak" {
      var track = QuickTimeTrack(atom.children[index])
      guard track.identifier == identifier else { continue }
      change(&track)
      atom.children[index] = track.atom
    }
  }

  /// Puts it back; 0, or the number of the error. It must be the last in its file, so that nothing it points to moves.
  func write(to descriptor: Int32) -> Int32 {
    guard place + size == fileSize else { return EINVAL }
    let bytes = atom.bytes
    var done = 0
    while done < bytes.count {
      let sent = bytes.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress! + done, bytes.count - done, off_t(place + done))
      }
      if sent < 0 && errno == EINTR { continue }
      guard sent > 0 else { return errno }
      done += sent
    }
    return ftruncate(descriptor, off_t(place + bytes.count)) == 0 ? 0 : errno
  }

  // MARK: The file

  private static func find(_ kind: String, in descriptor: Int32, _ fileSize: Int) -> (place: Int, size: Int)? {
    var place = 0
    while let header = read(descriptor, at: place, count: 8) {
      var size = Int(header.bigEndian(at: 0, bytes: 4))
      if size == 0 { size = fileSize - place }
      if size == 1 {
        guard let long = read(descriptor, at: place + 8, count: 8) else { return nil }
        size = Int(truncatingIfNeeded: long.bigEndian(at: 0, bytes: 8))
      }
      guard size >= 8, size <= fileSize - place else { return nil }
      if QuickTimeAtom.text(header.dropFirst(4)) == kind { return (place, size) }
      place += size
    }
    return nil
  }

  /// Nil where there are not so many.
  private static func read(_ descriptor: Int32, at place: Int, count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let got = bytes.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress! + done, count - done, off_t(place + done))
      }
      if got < 0 && errno == EINTR { continue }
      guard got > 0 else { return nil }
      done += got
    }
    return bytes
  }
}
