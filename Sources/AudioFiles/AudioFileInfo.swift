import CSndFile

/// What a file says of itself.
public struct AudioFileInfo: Sendable {
  public let channels: Int
  /// Frames per second.
  public let sampleRate: Int
  /// Nil where the file does not know, as in a pipe.
  public let frames: Int?
  /// As people call it: "WAV (Microsoft)".
  public let container: String
  /// "24 bit PCM"
  public let encoding: String
  /// The file says that it is classic B-format (FuMa), which is not AmbiX.
  public let isBFormat: Bool
  /// Of the Ambisonics (ACN, SN3D) that the file says it holds in its first channels; nil where it says nothing.
  public let order: Int?
  /// What is wrong with it, although it can be read.
  public let faults: [String]
  /// Title, artist, comment and the like.
  public let tags: [(name: String, text: String)]

  /// Longer than anything: so that what is reckoned with lengths stays within bounds, whatever files say.
  static let mostFrames = 1 << 48

  /// Seconds.
  public var duration: Double? { frames.map { Double($0) / Double(sampleRate) } }

  init(_ file: OpaquePointer, _ info: SF_INFO) {
    channels = Int(info.channels)
    sampleRate = Int(info.samplerate)
    let isKnown = info.frames >= 0 && info.frames <= Self.mostFrames && info.seekable != 0
    frames = isKnown ? Int(info.frames) : nil
    container = Self.name(file, info.format & nf_sound_type_mask())
    encoding = Self.name(file, info.format & nf_sound_encoding_mask())
    isBFormat = nf_sound_is_b_format(file) != 0
    order = nil
    faults = Self.faults(file)
    tags = Self.tags(file)
  }

  private static func name(_ file: OpaquePointer, _ format: Int32) -> String {
    var info = SF_FORMAT_INFO(format: format, name: nil, extension: nil)
    let found = sf_command(file, Int32(SFC_GET_FORMAT_INFO), &info, Int32(MemoryLayout<SF_FORMAT_INFO>.size)) == 0
    return found && info.name != nil ? String(cString: info.name) : "unknown"
  }

  /// libsndfile puts right what a header says and the file does not hold, and notes it in its log.
  private static func faults(_ file: OpaquePointer) -> [String] {
    var log = [CChar](repeating: 0, count: 8192)
    let length = Int(sf_command(file, Int32(SFC_GET_LOG_INFO), &log, Int32(log.count)))
    let text = String(decoding: log.prefix(max(0, min(length, log.count))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let isShort = text.split(separator: "\n").contains { line in
      line.hasPrefix("data :") && line.contains("should be") || line.contains("*** 'data' chunk length > file")
    }
    return isShort ? ["its header tells another length than it has: it may be cut off"] : []
  }

  private static func tags(_ file: OpaquePointer) -> [(name: String, text: String)] {
    let kinds: [(String, Int)] = [
      ("title", SF_STR_TITLE), ("artist", SF_STR_ARTIST), ("date", SF_STR_DATE), ("comment", SF_STR_COMMENT),
      ("software", SF_STR_SOFTWARE),
    ].map { ($0.0, Int($0.1)) }
    return kinds.compactMap { name, kind in
      guard let text = sf_get_string(file, Int32(kind)), text[0] != 0 else { return nil }
      return (name, String(cString: text))
    }
  }
}
