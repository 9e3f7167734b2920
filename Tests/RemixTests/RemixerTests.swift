import Foundation
import Testing

@testable import Remix

/// What the remix promises about its outputs, whatever the estimator finds.
struct RemixerTests {
  let mixture = TestSignals.sum(
    TestSignals.planeWave(TestSignals.voice(frames: 96_000, sampleRate: 48_000), azimuthDegrees: 40),
    TestSignals.diffuse(frames: 96_000, seed: 1), gain: 0.05)

  @Test(arguments: [Style.standard, .cinematic, .studio, .inFrame])
  func theRecordingPassesBitForBit(style: Style) {
    // Every remix at amount 0 is the recording, as is Standard at any amount.
    let output = RemixRun.render(mixture) {
      $0.style = style
      $0.amount = style == .standard ? 0.7 : 0
    }
    for channel in 0..<4 { #expect(output[channel] == RemixRun.delayed(mixture[channel], frames: 1024)) }
    #expect(output[4].allSatisfy { $0 == 0 })
  }

  @Test func bypassIsTheRecording() {
    let output = RemixRun.render(mixture) {
      $0.isEnabled = false
      $0.style = .cinematicForegroundStem
    }
    for channel in 0..<4 { #expect(output[channel] == RemixRun.delayed(mixture[channel], frames: 1024)) }
  }

  @Test(arguments: [Style.cinematic, .inFrame])
  func partsAddUpToTheInput(style: Style) {
    // background = x − s; the mix is A·x + (S − A)·s. Solved for s, both must give the same speech image.
    let background = RemixRun.render(mixture) {
      $0.style = style == .cinematic ? .cinematicBackgroundStem : .inFrameBackgroundStem
    }
    let amount: Float = 0.75
    let mix = RemixRun.render(mixture) {
      $0.style = style
      $0.amount = amount
    }
    let (ambience, speech) = (Float(pow(10, -12 * Double(amount) / 20)), 1 - amount)
    for channel in 0..<4 {
      let x = RemixRun.delayed(mixture[channel], frames: 1024)
      let rebuilt = zip(x, background[channel]).map { x, a in ambience * a + speech * (x - a) }
      let difference = zip(rebuilt, mix[channel]).map { $0 - $1 }
      #expect(TestSignals.power(mix[channel]) > 1e-6)
      // Three float roundings re the peak: below −120 dB.
      #expect(TestSignals.decibels(TestSignals.power(difference) / TestSignals.power(x)) < -120)
    }
  }

  @Test func foregroundStemsHaveNoField() {
    for style in [Style.cinematicForegroundStem, .studioForegroundStem, .inFrameForegroundStem] {
      let output = RemixRun.render(mixture) { $0.style = style }
      for channel in 0..<4 { #expect(output[channel].allSatisfy { $0 == 0 }) }
      #expect(TestSignals.power(output[4]) > 1e-4)
    }
  }

  @Test(arguments: [[1], [7], [64], [1000], [333, 1, 256, 1024]])
  func blockSizesDoNotMatter(blocks: [Int]) {
    let expected = RemixRun.render(mixture) { $0.style = .studio }
    #expect(RemixRun.render(mixture, blocks: blocks) { $0.style = .studio } == expected)
  }

  @Test func resetStartsAnew() {
    var remixer = Remixer(sampleRate: 48_000, capacity: 1024)
    remixer.controls.style = .studio
    let first = RemixRun.render(mixture, with: &remixer)
    remixer.reset()
    #expect(RemixRun.render(mixture, with: &remixer) == first)
  }

  @Test(arguments: [Style.cinematic, .studio, .standard], [1, 100, 5000])
  func silenceBeforeTheFirstSoundChangesNothing(style: Style, silence: Int) {
    // Hosts run plugins before a recording begins, and then controls move that nobody hears.
    let zeros = [Float](repeating: 0, count: silence)
    var remixer = Remixer(sampleRate: 48_000, capacity: 1024)
    remixer.controls.style = .inFrameBackgroundStem
    let before = RemixRun.render([[Float]](repeating: zeros, count: 4), with: &remixer)
    remixer.controls.style = style
    let half = silence / 2
    let after = RemixRun.render(mixture.map { zeros.prefix(half) + $0 }, with: &remixer, blocks: [333])
    let expected = RemixRun.render(mixture) { $0.style = style }
    for channel in 0..<5 {
      #expect(before[channel] == zeros)
      #expect(Array(after[channel].dropFirst(half)) == expected[channel])
    }
  }

  @Test(arguments: [8_000.0, 22_050, 32_000, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000])
  func latencyStaysBelow24Milliseconds(sampleRate: Double) {
    let remixer = Remixer(sampleRate: sampleRate, capacity: 64)
    #expect(Double(remixer.latencyFrames) <= 0.024 * sampleRate)
    #expect(Double(remixer.latencyFrames) > 0.011 * sampleRate)
  }

  @Test func silenceStaysSilent() {
    let output = RemixRun.render([[Float]](repeating: [Float](repeating: 0, count: 20_000), count: 4)) {
      $0.style = .studio
      $0.amount = 1
    }
    #expect(output.allSatisfy { $0.allSatisfy { $0 == 0 } })
  }

  @Test func theLevelOfTheRecordingDoesNotMatter() {
    let style: (inout RemixControls) -> Void = { $0.style = .cinematicForegroundStem }
    let loud = RemixRun.render(mixture, style)[4]
    // A power of two scales floats exactly: what differs then are the estimator's guards against division by 0 only.
    let quiet = RemixRun.render(mixture.map { $0.map { $0 / 16 } }, style)[4].map { $0 * 16 }
    let difference = zip(loud, quiet).map { $0 - $1 }
    #expect(TestSignals.power(loud) > 1e-4)
    #expect(TestSignals.decibels(TestSignals.power(difference) / TestSignals.power(loud)) < -80)
  }

  @Test func dialogAndAmbienceGainsTrim() {
    let plain = RemixRun.render(mixture) { $0.style = .cinematicForegroundStem }[4]
    let louder = RemixRun.render(mixture) {
      $0.style = .cinematicForegroundStem
      $0.dialogGain = 2
    }[4]
    #expect(zip(plain, louder).allSatisfy { abs(2 * $0 - $1) < 1e-6 })
    let place = RemixRun.render(mixture) { $0.style = .cinematicBackgroundStem }[0]
    let lower = RemixRun.render(mixture) {
      $0.style = .cinematicBackgroundStem
      $0.ambienceGain = 0.5
    }[0]
    #expect(zip(place, lower).allSatisfy { abs(0.5 * $0 - $1) < 1e-6 })
  }
}
