import Foundation
import Signal
import Testing

@testable import Remix

/// Moving the amount changes the balance, not the loudness of the whole.
struct RemixLoudnessTests {
  static let frames = 576_000
  static let voice = TestSignals.planeWave(
    TestSignals.voice(frames: frames, sampleRate: 48_000), azimuthDegrees: 40)
  static let noise = TestSignals.diffuse(frames: frames, seed: 4)

  /// What a listener hears of field and dialog together, after the first third.
  private func loudness(_ input: [[Float]], _ style: Style, amount: Float) -> Double {
    let output = RemixRun.render(input) {
      $0.style = style
      $0.amount = amount
    }
    let whole = zip(output[0], output[4]).map { $0 + $1 }
    return Loudness.integrated(Array(whole.dropFirst(Self.frames / 3)))
  }

  @Test func aToneHasTheLoudnessOfTheStandard() {
    // BS.1770: 997 Hz at full scale in one channel is −3.01 LUFS.
    let tone = (0..<240_000).map { Float(sin(2 * .pi * 997 * Double($0) / 48_000)) }
    #expect(abs(Loudness.integrated(tone) + 3.01) < 0.02)
  }

  @Test(arguments: [Style.cinematic, .studio, .inFrame], [-8.0, -14, -40])
  func loudnessStaysWithinOneUnit(_ style: Style, noiseDecibels: Double) {
    let gain = sqrt(TestSignals.power(Self.voice[0])) * pow(10, noiseDecibels / 20)
    let mixture = TestSignals.sum(Self.voice, Self.noise, gain: Float(gain))
    let recording = loudness(mixture, style, amount: 0)
    #expect(recording > -40 && recording < 0)
    for amount: Float in [0.25, 0.5, 0.75, 1] {
      let change = loudness(mixture, style, amount: amount) - recording
      #expect(abs(change) < 1, "\(style) at \(amount): \(change) LU")
    }
  }

  /// What recordings are like: phrases of all levels, pauses, a talker who comes near, and voices that belong to the place.
  enum Scene: CaseIterable {
    case pauses, approach, babble, lateStart

    var field: [[Float]] {
      let (place, decibels): ([[Float]], Double) =
        switch self {
        case .pauses: (RemixLoudnessTests.noise, -6)
        case .approach: (TestSignals.pinkField(frames: RemixLoudnessTests.frames, seed: 9), -8)
        case .babble: (TestSignals.babble(frames: RemixLoudnessTests.frames), 2)
        case .lateStart: (RemixLoudnessTests.noise, -10)
        }
      var talk = TestSignals.talk(frames: RemixLoudnessTests.frames, seed: 3)
      for frame in talk.indices {
        if self == .approach { talk[frame] *= Float(pow(10, 0.6 * Double(frame) / Double(talk.count))) }
        if self == .lateStart && frame < 120_000 { talk[frame] = 0 }
      }
      let voice = TestSignals.planeWave(talk, azimuthDegrees: 10)
      let level = TestSignals.power(voice[0]) / TestSignals.power(place[0])
      return TestSignals.sum(voice, place, gain: Float(sqrt(level * pow(10, decibels / 10))))
    }
  }

  /// From the first second on, of which nothing was known: that costs half a unit more than 1 at the most.
  @Test(arguments: Scene.allCases, [Style.cinematic, .studio, .inFrame])
  func loudnessStaysInScenesLikeRecordings(_ scene: Scene, _ style: Style) {
    let field = scene.field
    let recording = Loudness.integrated(field[0])
    for amount: Float in [0.25, 0.5, 0.75, 1] {
      let output = RemixRun.render(field) {
        $0.style = style
        $0.amount = amount
      }
      let change = Loudness.integrated(zip(output[0], output[4]).map { $0 + $1 }) - recording
      #expect(abs(change) < 1.5, "\(scene), \(style) at \(amount): \(change) LU")
    }
  }

  /// What was learned of the whole recording keeps its loudness when it is heard again. How a close voice differs is found out meanwhile,
  /// from spectra, which hold more than what is left of them where they overlap.
  @Test(arguments: Scene.allCases, [Style.cinematic, .studio])
  func whatWasLearnedKeepsTheLoudness(_ scene: Scene, _ style: Style) {
    let field = scene.field
    let recording = Loudness.integrated(field[0])
    let findings = MixMeasurementTests.measure(field)
    var balance = MixMetadata()
    balance.equalLoudness = MixSuggestion.metadata(for: findings, algorithm: "test").equalLoudness
    #expect(balance.equalLoudness != nil)
    for amount: Float in [0.4, 1] {
      var remixer = Remixer(sampleRate: 48_000, capacity: 1024)
      (remixer.controls.style, remixer.controls.amount) = (style, amount)
      remixer.exchangeMix(for: Exchange.make(RemixMix(balance, sampleRate: 48_000)))
      let output = RemixRun.render(field, with: &remixer)
      let change = Loudness.integrated(zip(output[0], output[4]).map { $0 + $1 }) - recording
      #expect(abs(change) < (style == .studio ? 1.5 : 0.3), "\(scene), \(style) at \(amount): \(change) LU")
    }
  }
}
