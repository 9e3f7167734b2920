import Signal

/// What is known of a recording's mix: how loud its parts are, and how they are meant to be balanced (`nearfar-mix/1`). All of
/// it is optional. Build.
///
/// Levels in dB, loudness in LUFS (ITU-R BS.1770), angles in degrees, counter-clockwise.
public struct MixMetadata: Sendable {
  public struct Loudness: Equatable, Sendable {
    public var recording: Double?
    public var dialog: Double?
    public var ambience: Double?
  }

  /// Gains of all of the voice, in dB, with which a remix is as loud as the recording, at the amounts of `amounts`.
  public struct VoiceGains: Equatable, Sendable {
    public var cinematic = SIMD4<Double>.zero
    public var studio = SIMD4<Double>.zero

    static var amounts: [Double] { [0.25, 0.5, 0.75, 1] }
  }

  /// What is done to one of the parts.
  public struct Stem: Equatable, Sendable {
    public var gainDecibels = 0.0
    public var equalization: [EqualizerFilter] = []
  }

  public struct View: Equatable, Sendable {
    public var azimuthDegrees: Double
    public var widthDegrees: Double

    public init(azimuthDegrees: Double, widthDegrees: Double) {
      self.azimuthDegrees = azimuthDegrees
      self.widthDegrees = widthDegrees
    }
  }

  /// Where the talker is from this time on.
  public struct TalkerDirection: Equatable, Sendable {
    public var seconds: Double
    public var azimuthDegrees: Double
    public var elevationDegrees: Double

    public init(seconds: Double, azimuthDegrees: Double, elevationDegrees: Double) {
      self.seconds = seconds
      self.azimuthDegrees = azimuthDegrees
      self.elevationDegrees = elevationDegrees
    }
  }

  /// How the mix is meant to be compressed where it is played, by the names of the profiles of ATSC A/52.
  public enum DynamicsProfile: Int, CaseIterable, Sendable {
    case none, filmStandard, filmLight, musicStandard, musicLight, speech
  }

  public struct Delivery: Equatable, Sendable {
    /// −31…−1: the level of dialog in dB re full scale that players bring to −31.
    public var dialogNormalization: Int?
    public var dynamics: DynamicsProfile?
    /// In LU (EBU Tech 3342).
    public var loudnessRange: Double?
  }

  /// Who measured: for people.
  public var algorithm: String?
  public var loudness = Loudness()
  public var equalLoudness: VoiceGains?
  public var style: Style?
  public var amount: Double?
  public var dialog = Stem()
  public var ambience = Stem()
  public var view: View?
  public var talkers: [TalkerDirection] = []
  public var delivery = Delivery()

  public init() {}
}
