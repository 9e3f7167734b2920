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
/// With amount r: the ambience sinks by 12 dB·r (Studio: to silence), the speech image leaves the FOA with 1 − r, and the dialog
/// enters with as much as keeps the loudness of the whole, while the voice sinks by no more than 6 dB and rises by no more than 15.
/// Stems do not depend on r. Where the powers of the parts are not known, the dialog enters with r. Audio.
public struct RemixLaw {
  /// Mean powers of speech and ambience in the recording, frequency-weighted like loudness; only their ratio counts.
  public var speechPower: Float = 0
  public var ambiencePower: Float = 0
  /// Mean product of the two; 0 where they have nothing in common. Half of what the whole has beyond the sum of its parts.
  public var crossPower: Float = 0

  /// Gains of all of the voice, in field and dialog together.
  static var leastVoice: Float { @_noLocks get { 0.5 } }
  static var mostVoice: Float { @_noLocks get { 5.6234 } }

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

  /// D such that V = (1 − r) + D gives V²·S + 2·V·ambience·C + ambience²·A the power that it had: dialog and speech image are
  /// coherent and add up in amplitude.
  @_noLocks private func dialog(ambience: Float, amount: Float) -> Float {
    guard speechPower > 0, amount > 0 else { return amount }
    let (place, c) = (ambiencePower / speechPower, crossPower / speechPower)
    let power = max(1 + 2 * c + place, 0) - ambience * ambience * place
    let wanted = nf_rt_sqrt(max(ambience * ambience * c * c + power, 0)) - ambience * c
    return max(Self.bounded(wanted) - (1 - amount), 0)
  }

  @_noLocks static func bounded(_ voice: Float) -> Float { min(max(voice, leastVoice), mostVoice) }
}
