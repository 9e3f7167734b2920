import CSndFile

/// A kind of sound file that can be written, and what names it.
public enum Container: String, CaseIterable, Sendable {
  case wav, rf64, w64, caf, aiff, au, flac, ogg

  /// By the end of a file's name; nil where it says nothing that is known.
  public init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    self.init(name: String(name[name.index(after: dot)...]))
  }

  public init?(name: String) {
    switch name.lowercased() {
    case "wav", "wave", "bwf", "amb": self = .wav
    case "rf64", "bw64": self = .rf64
    case "w64": self = .w64
    case "caf", "caff": self = .caf
    case "aif", "aiff", "aifc": self = .aiff
    case "au", "snd": self = .au
    case "flac": self = .flac
    case "ogg", "oga": self = .ogg
    default: return nil
    }
  }

  /// libsndfile's number. A WAV is begun as RF64, which becomes a plain WAV at its end if it stays below 4 GB.
  var format: Int32 {
    switch self {
    case .wav, .rf64: Int32(SF_FORMAT_RF64)
    case .w64: Int32(SF_FORMAT_W64)
    case .caf: Int32(SF_FORMAT_CAF)
    case .aiff: Int32(SF_FORMAT_AIFF)
    case .au: Int32(SF_FORMAT_AU)
    case .flac: Int32(SF_FORMAT_FLAC)
    case .ogg: Int32(SF_FORMAT_OGG)
    }
  }

  /// What it holds best.
  public var usualEncoding: SampleEncoding {
    switch self {
    case .flac: .pcm24
    case .ogg: .vorbis
    case .wav, .rf64, .w64, .caf, .aiff, .au: .float32
    }
  }
}
