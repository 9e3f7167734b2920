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
/// Stems do not depend on r. Where neither the voice's gain nor the powers of the parts are known, the dialog enters with r. Audio.
public struct RemixLaw {
  /// Mean powers of speech and ambience in the recording, frequency-weighted like loudness; only their ratio counts.
  public var speechPower: Float = 0
  public var ambiencePower: Float = 0
  /// Mean product of the two; 0 where they have nothing in common. Half of what the whole has beyond the sum of its parts.
  public var crossPower: Float = 0
  /// Logarithms of V, the gain of all of the voice, with which the whole is as loud as the recording, at the amounts ¼, ½, ¾ and 1: of a
  /// voice with its room and of a close one; nil where they were not measured.
  public var naturalVoice, closeVoice: SIMD4<Float>?

  /// How well the dialog's gain is known before anything was heard.
  public enum Knowledge: Sendable {
    /// Not at all.
    case none
    /// From the mean powers of the parts.
    case approximate
    /// It would be right if the dialog were the voice with its room.
    case natural
    case exact
  }

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
      let ambience = Self.ambienceGain(style.voice, amount: amount)
      let voice = measuredVoice(style.voice, amount: amount).map { max(Self.bounded($0) - (1 - amount), 0) }
      return RemixGains(
        ambience: ambience, speech: 1 - amount, dialog: voice ?? dialog(ambience: ambience, amount: amount))
    }
  }

  @_noLocks static func ambienceGain(_ voice: Style.Voice, amount: Float) -> Float {
    voice == .close ? 1 - amount : nf_rt_exp(-1.3815511 * amount)  // −12 dB·r
  }

  @_noLocks func knowledge(of voice: Style.Voice) -> Knowledge {
    if measuredVoice(voice, amount: 1) != nil { return voice == .natural ? .exact : .natural }
    return speechPower > 0 ? .approximate : .none
  }

  /// Along straight lines in dB, from 0 dB at r = 0. What is within a field of view was not measured by itself.
  @_noLocks private func measuredVoice(_ voice: Style.Voice, amount: Float) -> Float? {
    let gains: SIMD4<Float>?
    switch voice {
    case .natural: gains = naturalVoice
    case .close: gains = closeVoice
    case .framed: gains = nil
    }
    guard let gains else { return nil }
    let place = 4 * amount
    let step = min(max(Int(place), 0), 3)
    let start = step > 0 ? gains[step - 1] : 0
    return nf_rt_exp(start + (place - Float(step)) * (gains[step] - start))
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
