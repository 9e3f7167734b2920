import Glibc

/// A kind of file that FFmpeg's libraries read here, known by its first bytes: nothing is guessed at.
public enum MediaKind: String, Sendable {
  case quickTime = "mov"
  case matroska
  /// Opus alone; other Ogg is read by libsndfile.
  case ogg

  /// Nil for anything else, and for what cannot be opened.
  public init?(path: String) {
    guard path != "-", let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 36)
    let count = fread(&bytes, 1, bytes.count, file)
    self.init(start: Array(bytes.prefix(count)))
  }

  init?(start bytes: [UInt8]) {
    func word(_ start: Int) -> String { String(decoding: bytes.dropFirst(start).prefix(4), as: UTF8.self) }
    if ["ftyp", "moov", "mdat", "wide", "free", "skip"].contains(word(4)) {
      self = .quickTime
    } else if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
      self = .matroska
    } else if word(0) == "OggS" && word(28) + word(32) == "OpusHead" {
      self = .ogg
    } else {
      return nil
    }
  }
}
