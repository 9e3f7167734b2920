/// One track of a movie, as it says.
public struct MediaTrack: Sendable {
  public enum Kind: String, Sendable { case sound, video, text, data }

  /// From 1 on.
  public let number: Int
  public let kind: Kind
  /// "aac", "pcm_s24le", "apac"
  public let codec: String
  /// Sound that can be decoded here.
  public let isDecodable: Bool
  /// 0 where it holds no sound.
  public let channels: Int
  /// Frames per second; 0 where it holds no sound.
  public let sampleRate: Int
  /// "stereo", "ambisonic 1"; empty where nothing is said.
  public let layout: String
  /// It says that its channels are Ambisonics: ACN, SN3D.
  public let isAmbisonic: Bool
  /// It is played where nobody chooses.
  public let isEnabled: Bool
  /// Tracks of the same number are alternatives of which one is played; 0 where there are none, or that is not known.
  public let alternateGroup: Int
  /// Track that stands in where this one cannot be played.
  public let fallback: Int?
  /// In the track's frames, or nil where it is not known.
  public let frames: Int?

  /// Apple Positional Audio Codec.
  public var isAPAC: Bool { codec == "apac" }

  /// Of Ambisonics with so many channels; nil for what is none. Behind those of a track that says that it is Ambisonics may be
  /// two more, of sound that has no place (RFC 8486, 3.1).
  public var order: Int? {
    guard kind == .sound else { return nil }
    return (1...7).first { order in
      let field = (order + 1) * (order + 1)
      return field == channels || isAmbisonic && field + 2 == channels
    }
  }
}
