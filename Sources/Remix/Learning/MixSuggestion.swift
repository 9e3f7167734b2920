import CPlatform
import Signal

/// From what was measured of a recording to how its parts may be balanced. Build.
public enum MixSuggestion {
  /// Where the dialog is meant to sit, in LUFS.
  public enum DialogTarget: Double, CaseIterable, Sendable {
    /// Television and radio: EBU R 128.
    case broadcast = -23
    /// Telephones and computers: what streaming and podcasts use.
    case online = -16
  }

  /// In LU: how far dialog wants to be above a place. Source: M. Torcoli et al., "Preferred levels for background ducking to
  /// produce esthetically pleasing audio for TV with clear speech", J. Audio Eng. Soc. 67(12), 2019: at least 15 over ambience.
  private static let wantedDifference = 15.0
  private static let mostGain = 20.0
  /// Of the time; below it nobody counts as speaking.
  private static let leastSpeech = 0.02

  /// `algorithm`: who measured.
  public static func metadata(
    for findings: MixFindings, target: DialogTarget = .broadcast, algorithm: String
  ) -> MixMetadata {
    var mix = MixMetadata()
    mix.algorithm = algorithm
    mix.loudness = findings.loudness
    mix.delivery.loudnessRange = findings.loudnessRange
    guard let dialog = findings.loudness.dialog, findings.speechShare >= leastSpeech else {
      mix.loudness.dialog = nil
      mix.style = .standard
      mix.delivery.dynamics = .musicLight
      return mix
    }
    // Both alike: the balance is the amount's.
    let gain = min(max(target.rawValue - dialog, -mostGain), mostGain)
    mix.dialog.gainDecibels = gain
    mix.ambience.gainDecibels = gain
    mix.equalLoudness = findings.equalLoudness
    (mix.style, mix.amount) = balance(findings.loudness)
    mix.dialog.equalization = highPass(hz: 80, where: findings.dialogRumble > 0.03)
    mix.ambience.equalization = highPass(hz: 50, where: findings.ambienceRumble > 0.5)
    mix.talkers = findings.talkers
    mix.view = view(findings.talkers)
    mix.delivery.dialogNormalization = Int(min(max((dialog + gain).rounded(), -31), -1))
    mix.delivery.dynamics = dynamics(findings)
    return mix
  }

  /// The least amount that sets the dialog as far above the place as is wanted; in Studio where Cinematic has not enough.
  private static func balance(_ loudness: MixMetadata.Loudness) -> (Style, Double) {
    guard let dialog = loudness.dialog, let ambience = loudness.ambience else { return (.cinematic, 0.3) }
    for style in [Style.cinematic, .studio] {
      for step in 6...(style == .cinematic ? 20 : 18) {
        let amount = Double(step) / 20
        if difference(dialog, ambience, style, amount) >= wantedDifference { return (style, amount) }
      }
    }
    return (.studio, 0.9)
  }

  /// Of dialog and ambience in the remix, in LU.
  private static func difference(_ dialog: Double, _ ambience: Double, _ style: Style, _ amount: Double) -> Double {
    var law = RemixLaw()
    law.speechPower = Float(nf_pow(10, dialog / 10))
    law.ambiencePower = Float(nf_pow(10, ambience / 10))
    let gains = law.gains(style: style, amount: Float(amount))
    let ratio = Double((gains.speech + gains.dialog) / gains.ambience)
    return dialog - ambience + 20 * nf_log(ratio) / nf_log(10)
  }

  private static func highPass(hz: Double, where isNeeded: Bool) -> [EqualizerFilter] {
    isNeeded ? [EqualizerFilter(kind: .highPass, hz: hz, q: MixMetadataFile.usualQ)] : []
  }

  /// Around the directions that voices came from, weighing all alike; nil where they are all around.
  private static func view(_ talkers: [MixMetadata.TalkerDirection]) -> MixMetadata.View? {
    var (x, y) = (0.0, 0.0)
    for talker in talkers {
      x += nf_cos(talker.azimuthDegrees * .pi / 180)
      y += nf_sin(talker.azimuthDegrees * .pi / 180)
    }
    guard !talkers.isEmpty, nf_sqrt(x * x + y * y) > 0.5 * Double(talkers.count) else { return nil }
    let centre = (nf_atan2(y, x) * 180 / .pi).rounded()
    var widest = 0.0
    for talker in talkers {
      widest = max(widest, (talker.azimuthDegrees - centre).remainder(dividingBy: 360).magnitude)
    }
    return MixMetadata.View(azimuthDegrees: centre, widthDegrees: min(max(2 * widest + 30, 60), 360))
  }

  private static func dynamics(_ findings: MixFindings) -> MixMetadata.DynamicsProfile {
    if findings.speechShare >= 0.5 { return .speech }
    return (findings.loudnessRange ?? 0) >= 12 ? .filmStandard : .filmLight
  }
}
