import Foundation
import Testing

@testable import Remix

struct RemixLawTests {
  @Test func rawValuesArePermanent() {
    let expected: [Style] = [
      .cinematic, .studio, .inFrame, .cinematicBackgroundStem, .cinematicForegroundStem, .studioForegroundStem,
      .inFrameForegroundStem, .standard, .studioBackgroundStem, .inFrameBackgroundStem,
    ]
    #expect(Style.allCases.map(\.rawValue) == Array(0...9))
    for (value, style) in expected.enumerated() { #expect(Style(controlValue: Float(value)) == style) }
    #expect(Style(controlValue: 42) == .cinematic)
  }

  @Test(arguments: [Style.cinematic, .studio, .inFrame])
  func amountZeroIsTheRecording(style: Style) {
    let gains = RemixLaw().gains(style: style, amount: 0)
    #expect(gains.ambience == 1 && gains.speech == 1 && gains.dialog == 0)
  }

  @Test func ambienceSinksByTwelveDecibelsOrToSilence() {
    let law = RemixLaw()
    // The gain comes from expf: a few ulps.
    #expect(abs(20 * log10(law.gains(style: .cinematic, amount: 1).ambience) + 12) < 1e-4)
    #expect(abs(20 * log10(law.gains(style: .inFrame, amount: 0.5).ambience) + 6) < 1e-4)
    #expect(law.gains(style: .studio, amount: 1).ambience == 0)
  }

  @Test(arguments: [Float(0.1), 0.3, 0.5, 0.8, 1.0], [Float(0.2), 1, 2])
  func powerOfTheWholeStays(amount: Float, ambiencePower: Float) {
    var law = RemixLaw()
    law.speechPower = 1
    law.ambiencePower = ambiencePower
    for style in [Style.cinematic, .studio] {
      let gains = law.gains(style: style, amount: amount)
      let voice = gains.speech + gains.dialog
      let whole = voice * voice + gains.ambience * gains.ambience * ambiencePower
      // Within the 6 dB of make-up; float rounding otherwise.
      #expect(abs(10 * log10(whole / (1 + ambiencePower))) < 0.001)
    }
  }

  /// Where a mask leaves voice and place alike, their product counts.
  @Test(arguments: [Float(0.1), 0.5, 1.0], [Float(-0.2), 0.3])
  func powerStaysWhereThePartsAreAlike(amount: Float, crossPower: Float) {
    var law = RemixLaw()
    (law.speechPower, law.ambiencePower, law.crossPower) = (1, 0.5, crossPower)
    for style in [Style.cinematic, .studio] {
      let gains = law.gains(style: style, amount: amount)
      let (voice, place) = (gains.speech + gains.dialog, gains.ambience)
      let whole = voice * voice + 2 * voice * place * crossPower + place * place * 0.5
      #expect(abs(10 * log10(whole / (1.5 + 2 * crossPower))) < 0.001)
    }
  }

  /// What was measured goes before what follows from the mean powers; in between along straight lines in dB.
  @Test func measuredGainsAreFollowed() {
    var law = RemixLaw()
    (law.speechPower, law.ambiencePower) = (1, 1)
    let unmeasured = law.gains(style: .inFrame, amount: 0.5)
    #expect(law.knowledge(of: .natural) == .approximate && RemixLaw().knowledge(of: .natural) == .none)
    (law.naturalVoice, law.closeVoice) = (SIMD4(0.1, 0.3, 0.2, 0.6), SIMD4(0.2, 0.4, 0.6, 3))
    #expect(law.knowledge(of: .natural) == .exact && law.knowledge(of: .close) == .natural)
    #expect(law.knowledge(of: .framed) == .approximate && law.gains(style: .inFrame, amount: 0.5) == unmeasured)
    let expected: [(Style, Float, Float)] = [
      (.cinematic, 0.125, 0.05), (.cinematic, 0.25, 0.1), (.cinematic, 0.625, 0.25), (.cinematic, 1, 0.6),
      (.studio, 0.75, 0.6),
    ]
    for (style, amount, logarithm) in expected {
      let gains = law.gains(style: style, amount: amount)
      #expect(abs(log(gains.speech + gains.dialog) - logarithm) < 1e-5)
    }
    #expect(abs(20 * log10(law.gains(style: .studio, amount: 1).dialog) - 15) < 0.001)
    #expect(law.gains(style: .cinematic, amount: 0).dialog == 0)
  }

  @Test func theVoiceStaysWithinBounds() {
    var law = RemixLaw()
    (law.speechPower, law.ambiencePower) = (1, 1000)
    #expect(abs(20 * log10(law.gains(style: .cinematic, amount: 1).dialog) - 15) < 0.001)
    // Pauses can make the whole softer than the speech in it.
    (law.ambiencePower, law.crossPower) = (1, -0.99)
    let gains = law.gains(style: .studio, amount: 1)
    #expect(gains.speech == 0 && gains.dialog == 0.5)
    law.speechPower = 0
    #expect(law.gains(style: .cinematic, amount: 1).dialog == 1)
  }
}
