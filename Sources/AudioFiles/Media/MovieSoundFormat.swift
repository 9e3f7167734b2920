/// What a sound track of a movie shall be.
public struct MovieSoundFormat: Sendable {
  public enum Coding: Sendable, Equatable {
    /// Thousands of bits per second, all channels together.
    case aac(kilobits: Int)
    case pcm(SampleEncoding)
  }

  public let name: String
  public let coding: Coding
  public let channels: Int
  /// Frames per second.
  public let sampleRate: Int
  /// Whether players play it where nobody chooses; of others they know that they are there.
  public let isEnabled: Bool
  /// Its channels are Ambisonics: ACN, SN3D.
  public let isAmbisonic: Bool

  public init(
    _ name: String, _ coding: Coding, channels: Int, sampleRate: Int, isEnabled: Bool, isAmbisonic: Bool = false
  ) {
    self.name = name
    self.coding = coding
    self.channels = channels
    self.sampleRate = sampleRate
    self.isEnabled = isEnabled
    self.isAmbisonic = isAmbisonic
  }

  /// Of AAC. Source: ISO/IEC 14496-3, table 1.18, as far as movies use them.
  public static let ratesOfAAC = [48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000]
}
