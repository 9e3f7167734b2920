import CSndFile

/// How samples are stored.
public enum SampleEncoding: String, CaseIterable, Sendable {
  case pcm16 = "16"
  case pcm24 = "24"
  case pcm32 = "32"
  case float32 = "float"
  case vorbis

  var format: Int32 {
    switch self {
    case .pcm16: Int32(SF_FORMAT_PCM_16)
    case .pcm24: Int32(SF_FORMAT_PCM_24)
    case .pcm32: Int32(SF_FORMAT_PCM_32)
    case .float32: Int32(SF_FORMAT_FLOAT)
    case .vorbis: Int32(SF_FORMAT_VORBIS)
    }
  }

  /// Samples beyond full scale are cut off.
  public var clips: Bool { self != .float32 }
}
