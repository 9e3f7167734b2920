import CPlatform

/// Gains of the parts of a remix: the FOA output is `ambience`·a + `speech`·s, the dialog output `dialog`·d.
public struct RemixGains: Equatable, Sendable {
  public var ambience, speech, dialog: Float

  @_noLocks public init(ambience: Float, speech: Float, dialog: Float) {
    self.ambience = ambience
    self.speech = speech
    self.dialog = dialog
  }

  /// The recording as it is.
  @_noLocks public static func recording() -> RemixGains { RemixGains(ambience: 1, speech: 1, dialog: 0) }
}

/// How style and amount become gains.
///
/// With amount r: the ambience sinks by 12 dB·r (Studio: to silence), the speech image leaves the FOA with 1 − r, and the
/// dialog enters with at least r, and as much more as keeps the loudness of the whole while the voice gains no more than 6 dB. Stems
/// do not depend on r. Source of what counts for loudness: ITU-R BS.1770-5, annex 1: pauses do as long as they are less than
/// 10 dB below the whole. Audio.
public struct RemixLaw {
  /// Mean powers of speech and ambience in the recording, frequency-weighted like loudness; only their ratio counts.
  public var speechPower: Float = 0
  public var ambiencePower: Float = 0
  /// Mean product of the two; 0 where they have nothing in common.
  public var crossPower: Float = 0
  /// The part of the time in which nobody speaks, 0…1.
  public var pauseShare: Float = 0

  private static var mostMakeUp: Float { @_noLocks get { 2 } }

  @_noLocks public init() {}

  @_noLocks public func gains(style: Style, amount: Float) -> RemixGains {
    switch style.output {
    case .recording: return .recording()
    case .background: return RemixGains(ambience: 1, speech: 0, dialog: 0)
    case .foreground: return RemixGains(ambience: 0, speech: 0, dialog: 1)
    case .mix:
      let ambience = style.voice == .close ? 1 - amount : nf_rt_exp(-1.3815511 * amount)  // −12 dB·r
      return RemixGains(
        ambience: ambience, speech: 1 - amount, dialog: dialog(ambience: ambience, amount: amount))
    }
  }

  /// D such that V = (1 − r) + D gives V²·S + 2·V·ambience·C + ambience²·A the power that it must have, at least r and at most
  /// what makes the voice twice as strong: dialog and speech image are coherent and add up in amplitude.
  @_noLocks private func dialog(ambience: Float, amount: Float) -> Float {
    guard speechPower > 0, amount > 0 else { return amount }
    let (place, c) = (ambience * ambience * ambiencePower / speechPower, crossPower / speechPower)
    let power = powerWhileSpeaking(place: place) - place
    let wanted = nf_rt_sqrt(max(ambience * ambience * c * c + power, 0)) - ambience * c
    return max(min(wanted, Self.mostMakeUp) - (1 - amount), amount)
  }

  /// Of the whole, re the speech: what keeps the mean over all that counts when the place has sunk to `place`.
  @_noLocks private func powerWhileSpeaking(place: Float) -> Float {
    let recordedPlace = ambiencePower / speechPower
    let recorded = max(1 + 2 * crossPower / speechPower + recordedPlace, recordedPlace)
    guard recorded > 0 else { return 1 }
    let speaking = max(1 - pauseShare, 0.1)
    let before = (1 - speaking) * Self.counted(recordedPlace / recorded)
    let mean = (speaking * recorded + before * recordedPlace) / (speaking + before)
    let after = (1 - speaking) * Self.counted(place / recorded)
    return (mean * (speaking + after) - after * place) / speaking
  }

  /// How much pauses count whose power re the whole is this; soft, so that nothing jumps, and below −10 dB, as the whole with its
  /// pauses is less than the speech.
  @_noLocks private static func counted(_ power: Float) -> Float { min(max((power - 0.03) / 0.07, 0), 1) }
}
