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
/// dialog enters with at least r, and as much more as keeps the power of the whole while the voice gains no more than 6 dB. Stems
/// do not depend on r. Audio.
public struct RemixLaw {
  /// Mean powers of speech and ambience in the recording, frequency-weighted like loudness; only their ratio counts.
  public var speechPower: Float = 0
  public var ambiencePower: Float = 0

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

  /// D with ((1 − r) + D)²·S + ambience²·A = S + A, at least r and at most what makes the voice twice as strong: dialog and
  /// speech image are coherent and add up in amplitude.
  @_noLocks private func dialog(ambience: Float, amount: Float) -> Float {
    guard speechPower > 0 else { return amount }
    let wanted = nf_rt_sqrt(1 + (1 - ambience * ambience) * ambiencePower / speechPower)
    return max(min(wanted, Self.mostMakeUp) - (1 - amount), amount)
  }
}
