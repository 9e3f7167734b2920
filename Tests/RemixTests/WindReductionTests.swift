import Foundation
import Testing

@testable import Remix

/// What the remix does to noise that no sound field makes, and that it leaves sound alone.
struct WindReductionTests {
  static let frames = 192_000
  static let voice = TestSignals.planeWave(
    TestSignals.voice(frames: frames, sampleRate: 48_000), azimuthDegrees: 40)
  static let place = TestSignals.diffuse(frames: frames, seed: 1)
  /// As strong in W as the voice.
  static let wind: [[Float]] = {
    let noise = TestSignals.capsuleNoise(frames: frames, seed: 8)
    let gain = Float(sqrt(TestSignals.power(voice[0]) / TestSignals.power(noise[0])))
    return noise.map { $0.map { gain * $0 } }
  }()
  static let quiet = TestSignals.sum(voice, place, gain: 0.05)
  static let windy = TestSignals.sum(quiet, wind, gain: 1.8)

  private func render(
    _ input: [[Float]], _ style: Style, amount: Float = 0.5, wind: Float, blocks: [Int] = [256]
  ) -> [[Float]] {
    RemixRun.render(input, blocks: blocks) {
      $0.style = style
      $0.amount = amount
      $0.windReduction = wind
    }
  }

  /// After the first second.
  private func level(_ x: [Float]) -> Double { TestSignals.decibels(TestSignals.power(Array(x.dropFirst(48_000)))) }

  @Test(arguments: [Style.cinematicBackgroundStem, .cinematicForegroundStem])
  func bothStemsLoseIt(_ style: Style) {
    let storm = TestSignals.sum(Self.quiet.map { $0.map { 0.05 * $0 } }, Self.wind)
    let (left, before) = (render(storm, style, wind: 1), render(storm, style, wind: 0))
    let channels = style == .cinematicBackgroundStem ? [0, 1, 3] : [4]
    for channel in channels where level(before[channel]) > level(storm[0]) - 20 {
      #expect(level(left[channel]) < level(before[channel]) - 10, "channel \(channel)")
    }
    #expect(level(before[channels[0]]) > level(storm[0]) - 40)
  }

  @Test func theVoiceBecomesClearer() {
    let truth = RemixRun.delayed(Self.voice[0], frames: 1024)
    let plain = render(Self.windy, .cinematicForegroundStem, wind: 0)[4]
    let clear = render(Self.windy, .cinematicForegroundStem, wind: 1)[4]
    let (before, after) = (
      SeparationTests.signalToDistortion(plain, truth), SeparationTests.signalToDistortion(clear, truth)
    )
    #expect(after > before + 0.5, "\(before) → \(after)")
    let sound = RemixRun.delayed(Self.quiet[1], frames: 1024)
    let windy = SeparationTests.signalToDistortion(RemixRun.delayed(Self.windy[1], frames: 1024), sound)
    let reduced = SeparationTests.signalToDistortion(render(Self.windy, .cinematic, amount: 0, wind: 1)[1], sound)
    #expect(reduced > windy + 6, "\(windy) → \(reduced)")
  }

  /// Voices, diffuse places and low hum pass as they are.
  @Test func soundIsLeftAlone() {
    let hum = TestSignals.planeWave(
      (0..<Self.frames).map { 0.3 * sin(2 * .pi * 100 * Float($0) / 48_000) }, azimuthDegrees: 200)
    for field in [Self.quiet, Self.place, TestSignals.sum(Self.quiet, hum)] {
      let (left, before) = (
        render(field, .cinematic, amount: 0, wind: 1), render(field, .cinematic, amount: 0, wind: 0)
      )
      for channel in [0, 1, 3] {
        let lost = zip(left[channel], before[channel]).map { $0 - $1 }
        #expect(level(lost) < level(before[channel]) - 50, "channel \(channel)")
      }
    }
  }

  @Test func partsAddUpToWhatIsLeft() {
    let left = render(Self.windy, .cinematic, amount: 0, wind: 1)
    let place = render(Self.windy, .cinematicBackgroundStem, wind: 1)
    let mix = render(Self.windy, .cinematic, amount: 0.75, wind: 1)
    let (ambience, speech) = (Float(pow(10, -12 * 0.75 / 20)), Float(0.25))
    for channel in 0..<4 {
      let rebuilt = zip(left[channel], place[channel]).map { x, a in ambience * a + speech * (x - a) }
      let difference = zip(rebuilt, mix[channel]).map { $0 - $1 }
      // Some float roundings re the recording.
      #expect(TestSignals.power(difference) < 1e-12 * TestSignals.power(Self.windy[channel]) + 1e-20)
    }
    #expect(level(left[1]) < level(Self.windy[1]) - 6)
  }

  @Test func halfTakesAwayHalf() {
    let x = RemixRun.delayed(Self.windy[1], frames: 1024)
    let all = zip(x, render(Self.windy, .cinematic, amount: 0, wind: 1)[1]).map { $0 - $1 }
    let half = zip(x, render(Self.windy, .cinematic, amount: 0, wind: 0.5)[1]).map { $0 - $1 }
    let difference = zip(all, half).map { $0 - 2 * $1 }
    #expect(TestSignals.power(all) > 1e-3)
    #expect(TestSignals.power(difference) < 1e-12 * TestSignals.power(x))
  }

  @Test func standardAndBypassAreTheRecording() {
    for isEnabled in [true, false] {
      let output = RemixRun.render(Self.windy) {
        $0.isEnabled = isEnabled
        $0.style = isEnabled ? .standard : .cinematic
        $0.windReduction = 1
      }
      let isSame = (0..<4).allSatisfy { output[$0] == RemixRun.delayed(Self.windy[$0], frames: 1024) }
      #expect(isSame)
    }
  }

  /// On, off, to Standard and back.
  private func tour(_ blocks: [Int], with remixer: inout Remixer) -> [[Float]] {
    var output = [[Float]](repeating: [], count: 5)
    let stages: [(Float, Style)] = [
      (0, .cinematic), (1, .cinematic), (0.4, .studio), (1, .standard), (0, .inFrame), (1, .inFrame),
    ]
    for (stage, (amount, style)) in stages.enumerated() {
      remixer.controls.windReduction = amount
      remixer.controls.style = style
      let piece = Self.windy.map { Array($0[stage * 12_001..<(stage + 1) * 12_001]) }
      let rendered = RemixRun.render(piece, with: &remixer, blocks: blocks)
      for channel in 0..<5 { output[channel] += rendered[channel] }
    }
    return output
  }

  @Test(arguments: [[1], [7], [64], [1000], [333, 1, 256, 1024]]) func blockSizesDoNotMatter(_ blocks: [Int]) {
    var one = Remixer(sampleRate: 48_000, capacity: 1024)
    var other = Remixer(sampleRate: 48_000, capacity: 1024)
    let isSame = tour(blocks, with: &one) == tour([256], with: &other)
    #expect(isSame)
  }

  @Test func resetStartsAnew() {
    var remixer = Remixer(sampleRate: 48_000, capacity: 1024)
    let first = tour([256], with: &remixer)
    remixer.reset()
    let isSame = tour([256], with: &remixer) == first
    #expect(isSame)
  }

  @Test(arguments: [16_000.0, 44_100, 96_000]) func worksAtOtherRates(_ rate: Double) {
    let noise = TestSignals.capsuleNoise(frames: Int(3 * rate), seed: 3, sampleRate: rate)
    let output = RemixRun.render(noise, sampleRate: rate) {
      $0.style = .cinematic
      $0.amount = 0
      $0.windReduction = 1
    }
    for channel in 0..<4 {
      let (left, before) = (output[channel].dropFirst(Int(rate)), noise[channel].dropFirst(Int(rate)))
      #expect(TestSignals.power(Array(left)) < 0.1 * TestSignals.power(Array(before)))
    }
  }
}
