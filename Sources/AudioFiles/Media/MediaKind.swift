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
    var bytes = [UInt8](repeating: 0, count: Self.mostStart)
    let count = fread(&bytes, 1, bytes.count, file)
    self.init(start: Array(bytes.prefix(count)))
  }

  /// A page of Ogg has at most 255 segments, whose lengths stand before them.
  private static let mostStart = 27 + 255 + 8

  init?(start bytes: [UInt8]) {
    func word(_ start: Int) -> String { String(decoding: bytes.dropFirst(start).prefix(4), as: UTF8.self) }
    if ["ftyp", "moov", "mdat", "wide", "free", "skip"].contains(word(4)) {
      self = .quickTime
    } else if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
      self = .matroska
    } else if word(0) == "OggS" && bytes.count > 26 && word(27 + Int(bytes[26])) == "Opus" {
      self = .ogg
    } else {
      return nil
    }
  }
}
