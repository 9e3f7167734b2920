import Foundation
import Signal
import Testing

@testable import Remix

/// What is made of what was measured.
struct MixSuggestionTests {
  private func findings(dialog: Double?, ambience: Double?, speech: Double = 0.6) -> MixFindings {
    var findings = MixFindings()
    findings.loudness = .init(recording: -24, dialog: dialog, ambience: ambience)
    findings.loudnessRange = 9
    findings.speechShare = speech
    return findings
  }

  private func mix(
    _ findings: MixFindings, _ target: MixSuggestion.DialogTarget = .broadcast
  ) -> MixMetadata { MixSuggestion.metadata(for: findings, target: target, algorithm: "test") }

  @Test func dialogIsBroughtToItsTarget() {
    for target in MixSuggestion.DialogTarget.allCases {
      let mix = mix(findings(dialog: -30.5, ambience: -40), target)
      #expect(abs(mix.dialog.gainDecibels - (target.rawValue + 30.5)) < 1e-9)
      // The balance stays the amount's.
      #expect(mix.ambience.gainDecibels == mix.dialog.gainDecibels)
      #expect(mix.delivery.dialogNormalization == Int(target.rawValue))
    }
    // No farther than 20 dB.
    let faint = mix(findings(dialog: -60, ambience: -62))
    #expect(faint.dialog.gainDecibels == 20 && faint.delivery.dialogNormalization == -31)
  }

  @Test func theLouderThePlaceTheMoreIsSuggested() {
    let amounts = [20.0, 12, 8, 4, 0].map { mix(findings(dialog: -25, ambience: -25 - $0)) }
    #expect(amounts[0].style == .cinematic && amounts[0].amount == 0.3)
    let order = amounts.map { ($0.style == .studio ? 1 : 0) + ($0.amount ?? 0) }
    #expect(zip(order, order.dropFirst()).allSatisfy { $0 <= $1 } && order[0] < order[4], "\(order)")
    #expect(mix(findings(dialog: -25, ambience: -15)).style == .studio)
  }

  @Test func whereNobodySpeaksNothingIsDone() {
    for findings in [findings(dialog: nil, ambience: -30), findings(dialog: -60, ambience: -30, speech: 0.01)] {
      let mix = mix(findings)
      #expect(mix.style == .standard && mix.dialog == .init() && mix.ambience == .init() && mix.talkers.isEmpty)
      #expect(mix.loudness.ambience == -30 && mix.loudness.dialog == nil && mix.delivery.dialogNormalization == nil)
    }
  }

  @Test func rumbleIsCutWhereThereIsAny() {
    var findings = findings(dialog: -25, ambience: -35)
    #expect(mix(findings).dialog.equalization.isEmpty && mix(findings).ambience.equalization.isEmpty)
    (findings.dialogRumble, findings.ambienceRumble) = (0.1, 0.7)
    #expect(mix(findings).dialog.equalization == [.init(kind: .highPass, hz: 80, q: 0.7071)])
    #expect(mix(findings).ambience.equalization == [.init(kind: .highPass, hz: 50, q: 0.7071)])
  }

  @Test func theViewHoldsTheTalkers() {
    var findings = findings(dialog: -25, ambience: -35)
    #expect(mix(findings).view == nil)
    findings.talkers = [170, -170, 150].map { .init(seconds: 0, azimuthDegrees: $0, elevationDegrees: 0) }
    #expect(mix(findings).view == .init(azimuthDegrees: 170, widthDegrees: 70))
    findings.talkers = [0, 120, -120].map { .init(seconds: 0, azimuthDegrees: $0, elevationDegrees: 0) }
    #expect(mix(findings).view == nil)
  }

  @Test func dynamicsFollowTheProgramme() {
    #expect(mix(findings(dialog: -25, ambience: -35)).delivery.dynamics == .speech)
    var film = findings(dialog: -25, ambience: -35, speech: 0.3)
    #expect(mix(film).delivery.dynamics == .filmLight && mix(film).delivery.loudnessRange == 9)
    film.loudnessRange = 15
    #expect(mix(film).delivery.dynamics == .filmStandard)
  }

  /// All that can be found can be written and read.
  @Test func whateverIsFoundIsWritten() throws {
    for dialog in [-69.0, -30, -1, 10] {
      for ambience in [-69.0, -20, 15] {
        let text = MixMetadataWriter.text(mix(findings(dialog: dialog, ambience: ambience)))
        #expect(try MixFiles.read(Data(text.utf8)).loudness.dialog == dialog)
      }
    }
  }
}

/// What the remixer measures while a recording runs through.
struct MixMeasurementTests {
  static func measure(_ input: [[Float]], blocks: [Int] = [256], style: Style = .cinematic) -> MixFindings {
    let measurement = UnsafeMutablePointer<MixMeasurement>.allocate(capacity: 1)
    measurement.initialize(to: MixMeasurement(sampleRate: 48_000, capacity: 1024))
    defer {
      measurement.deinitialize(count: 1)
      measurement.deallocate()
    }
    var remixer = Remixer(sampleRate: 48_000, capacity: 1024)
    remixer.controls.style = style
    remixer.measurement = measurement
    _ = RemixRun.render(input, with: &remixer, blocks: blocks)
    return measurement.pointee.findings
  }

  private func loudness(_ signal: [Float]) -> Double? {
    var meter = LoudnessMeter(sampleRate: 48_000)
    meter.add(signal, frames: signal.count)
    return meter.loudness
  }

  private let mixture = TestSignals.sum(
    TestSignals.planeWave(TestSignals.voice(frames: 288_000, sampleRate: 48_000), azimuthDegrees: 40),
    TestSignals.diffuse(frames: 288_000, seed: 1), gain: 0.03)

  /// As loud as the stems that the same remixer puts out.
  @Test func partsAreAsLoudAsTheirStems() throws {
    let findings = Self.measure(mixture)
    let place = RemixRun.render(mixture) { $0.style = .cinematicBackgroundStem }[0]
    let voice = RemixRun.render(mixture) { $0.style = .cinematicForegroundStem }[4]
    for (found, stem) in [(findings.loudness.dialog, voice), (findings.loudness.ambience, place)] {
      #expect(abs(try #require(found) - #require(loudness(stem))) < 0.05)
    }
    #expect(
      abs(try #require(findings.loudness.recording) - #require(loudness(RemixRun.delayed(mixture[0], frames: 1024))))
        < 0.01)
    #expect(findings.speechShare > 0.2 && findings.dialogRumble < 0.01)
    #expect(findings.talkers.contains { abs($0.azimuthDegrees - 40) < 10 }, "\(findings.talkers)")
  }

  @Test func neitherBlocksNorStylesMatter() {
    let findings = Self.measure(mixture)
    #expect(Self.measure(mixture, blocks: [1, 700, 64, 1024]) == findings)
    #expect(Self.measure(mixture, style: .standard) == findings)
  }

  @Test func rumbleIsSeen() {
    let rumble = (0..<288_000).map { Float(0.5 * sin(2 * .pi * 30 * Double($0) / 48_000)) }
    let silent = [Float](repeating: 0, count: rumble.count)
    let findings = Self.measure(TestSignals.sum(mixture, [rumble, silent, silent, silent]))
    #expect(max(findings.ambienceRumble, findings.dialogRumble) > 0.5)
  }
}
