/// What becomes of voices and place. Raw values are permanent: sessions and automation hold them.
public enum Style: Int, CaseIterable, Sendable {
  case cinematic, studio, inFrame
  case cinematicBackgroundStem, cinematicForegroundStem, studioForegroundStem, inFrameForegroundStem
  case standard
  case studioBackgroundStem, inFrameBackgroundStem

  /// How the dialog is made.
  public enum Voice: Sendable {
    /// Every voice, its room kept.
    case natural
    /// Every voice, as from a microphone close by.
    case close
    /// Only voices within the field of view.
    case framed
  }

  /// What is put out.
  public enum Output: Sendable { case mix, background, foreground, recording }

  /// The style of a control's value; Cinematic for what is none.
  @_noLocks public init(controlValue: Float) {
    self = Style(rawValue: Int(controlValue + 0.5)) ?? .cinematic
  }

  public var voice: Voice {
    @_noLocks get {
      switch self {
      case .cinematic, .cinematicBackgroundStem, .cinematicForegroundStem, .standard: .natural
      case .studio, .studioForegroundStem, .studioBackgroundStem: .close
      case .inFrame, .inFrameForegroundStem, .inFrameBackgroundStem: .framed
      }
    }
  }

  public var output: Output {
    @_noLocks get {
      switch self {
      case .cinematic, .studio, .inFrame: .mix
      case .cinematicBackgroundStem, .studioBackgroundStem, .inFrameBackgroundStem: .background
      case .cinematicForegroundStem, .studioForegroundStem, .inFrameForegroundStem: .foreground
      case .standard: .recording
      }
    }
  }

  /// Permanent too: files hold it.
  public var name: StaticString {
    switch self {
    case .cinematic: "Cinematic"
    case .studio: "Studio"
    case .inFrame: "In-Frame"
    case .cinematicBackgroundStem: "Cinematic background stem"
    case .cinematicForegroundStem: "Cinematic foreground stem"
    case .studioForegroundStem: "Studio foreground stem"
    case .inFrameForegroundStem: "In-Frame foreground stem"
    case .standard: "Standard"
    case .studioBackgroundStem: "Studio background stem"
    case .inFrameBackgroundStem: "In-Frame background stem"
    }
  }
}
