/// What was found out about a recording and its parts by listening to all of it. Build.
public struct MixFindings: Equatable, Sendable {
  /// In LUFS; nil for what was silent (below −70 LUFS throughout).
  public var loudness = MixMetadata.Loudness()
  /// With all that was heard; nil where that was silent.
  public var equalLoudness: MixMetadata.VoiceGains?
  /// Of the recording, in LU; nil where it is silent or shorter than 3 s.
  public var loudnessRange: Double?
  /// The part of the time in which somebody speaks, 0…1.
  public var speechShare = 0.0
  /// The parts of the power that lie below 60 Hz, 0…1.
  public var dialogRumble = 0.0
  public var ambienceRumble = 0.0
  /// In the order of time.
  public var talkers: [MixMetadata.TalkerDirection] = []

  public init() {}
}
