import Foundation
import Testing

@testable import Remix

/// How well voices and place come apart in small scenes with known truth. The bounds are a little below what was measured
/// when they were written: a change that costs quality fails.
struct SeparationTests {
  static let frames = 240_000
  static let voice = TestSignals.voice(frames: frames, sampleRate: 48_000)

  /// dB of `reference` in `estimate` over what else is in it, after the first second.
  static func signalToDistortion(_ estimate: [Float], _ reference: [Float]) -> Double {
    let (e, r) = (estimate.dropFirst(48_000), reference.dropFirst(48_000))
    let scale =
      zip(e, r).reduce(0.0) { $0 + Double($1.0) * Double($1.1) } / r.reduce(0.0) { $0 + Double($1) * Double($1) }
    let rest = zip(e, r).map { Float(Double($0) - scale * Double($1)) }
    return TestSignals.decibels(scale * scale * TestSignals.power(Array(r)) / TestSignals.power(rest))
  }

  @Test func voiceInDiffuseNoise() {
    let noise = TestSignals.diffuse(frames: Self.frames, seed: 3)
    let speech = TestSignals.planeWave(Self.voice, azimuthDegrees: 60)
    let gain = Float(sqrt(TestSignals.power(Self.voice)) / sqrt(TestSignals.power(noise[0])))
    let mixture = TestSignals.sum(speech, noise, gain: gain)
    let dialog = RemixRun.render(mixture) { $0.style = .cinematicForegroundStem }[4]
    let ambience = RemixRun.render(mixture) { $0.style = .cinematicBackgroundStem }
    let truth = RemixRun.delayed(Self.voice, frames: 1024)
    let before = Self.signalToDistortion(RemixRun.delayed(mixture[0], frames: 1024), truth)
    #expect(abs(before) < 0.5)
    #expect(Self.signalToDistortion(dialog, truth) > 8.5)
    let place = RemixRun.delayed(noise[0], frames: 1024)
    #expect(Self.signalToDistortion(ambience[0], place) > 6)
    #expect(Self.signalToDistortion(ambience[3], RemixRun.delayed(noise[3], frames: 1024)) > 3)
  }

  @Test func steadyNoiseAloneIsAmbience() {
    let noise = TestSignals.diffuse(frames: Self.frames, seed: 5)
    let dialog = RemixRun.render(noise) { $0.style = .cinematicForegroundStem }[4].dropFirst(48_000)
    #expect(TestSignals.decibels(TestSignals.power(Array(dialog)) / TestSignals.power(noise[0])) < -15)
  }

  @Test func aVoiceAloneIsDialog() {
    let speech = TestSignals.planeWave(Self.voice, azimuthDegrees: -30)
    let ambience = RemixRun.render(speech) { $0.style = .cinematicBackgroundStem }[0].dropFirst(48_000)
    #expect(TestSignals.decibels(TestSignals.power(Array(ambience)) / TestSignals.power(Self.voice)) < -15)
  }

  @Test func inFrameKeepsOnlyVoicesInTheFieldOfView() {
    // Two talkers in turn, at +90° and −90°; the frame looks at the left one.
    let half = Self.frames / 2
    let left = Self.voice.enumerated().map { $0.offset % 96_000 < 48_000 ? $0.element : 0 }
    let right = Self.voice.enumerated().map { $0.offset % 96_000 >= 48_000 ? $0.element : 0 }
    let mixture = TestSignals.sum(
      TestSignals.planeWave(left, azimuthDegrees: 90), TestSignals.planeWave(right, azimuthDegrees: -90))
    let dialog = RemixRun.render(mixture) {
      $0.style = .inFrameForegroundStem
      $0.frameAzimuthDegrees = 90
      $0.frameWidthDegrees = 60
    }[4]
    var (inside, outside) = (0.0, 0.0)
    for frame in half..<Self.frames where frame % 48_000 > 4096 {
      let power = Double(dialog[frame]) * Double(dialog[frame])
      if frame % 96_000 < 48_000 { inside += power } else { outside += power }
    }
    #expect(inside > 1)
    #expect(TestSignals.decibels(inside / outside) > 20)
  }

  @Test func metersFollowTheTalker() {
    var remixer = Remixer(sampleRate: 48_000, capacity: 1024)
    let speech = TestSignals.planeWave(Self.voice, azimuthDegrees: -110)
    let noise = TestSignals.diffuse(frames: Self.frames, seed: 9)
    _ = RemixRun.render(TestSignals.sum(speech, noise, gain: 0.01), with: &remixer)
    #expect(abs(remixer.meters.azimuthDegrees + 110) < 5)
    #expect(abs(remixer.meters.elevationDegrees) < 5)
    remixer.reset()
    _ = RemixRun.render(noise, with: &remixer)
    #expect(remixer.meters.speechPresence < 0.3)
  }

  /// A room of 0.8 s, as loud as the direct sound and from everywhere.
  @Test func studioTakesReverberationOff() {
    var generator = SplitMix(state: 11)
    var recording = TestSignals.planeWave(Self.voice, azimuthDegrees: 0)
    for channel in 0..<4 {
      for _ in 0..<300 {
        let seconds = 0.01 + 0.5 * generator.uniform()
        let gain = Float(
          0.13 * pow(10, -3 * seconds / 0.8) * (generator.uniform() < 0.5 ? -1 : 1) / (channel == 0 ? 1 : sqrt(3)))
        let delay = Int(48_000 * seconds)
        for frame in delay..<Self.frames { recording[channel][frame] += gain * Self.voice[frame - delay] }
      }
    }
    let truth = RemixRun.delayed(Self.voice, frames: 1024)
    let natural = RemixRun.render(recording) { $0.style = .cinematicForegroundStem }[4]
    let close = RemixRun.render(recording) { $0.style = .studioForegroundStem }[4]
    let (before, after) = (Self.signalToDistortion(natural, truth), Self.signalToDistortion(close, truth))
    #expect(before < 6 && after > before + 0.5, "\(before) → \(after)")
  }
}
