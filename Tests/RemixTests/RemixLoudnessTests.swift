import Foundation
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
}
