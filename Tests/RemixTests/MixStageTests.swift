import Foundation
import Signal
import Testing

@testable import Remix

/// What a mix file does to the sound.
struct MixStageTests {
  let mixture = TestSignals.sum(
    TestSignals.planeWave(TestSignals.voice(frames: 96_000, sampleRate: 48_000), azimuthDegrees: 40),
    TestSignals.diffuse(frames: 96_000, seed: 1), gain: 0.05)

  static let busy = """
    "loudness": {"dialog": -20, "ambience": -26}, "dialog": {"gain": 4, "equalization": [
      {"type": "high-pass", "frequency": 120}, {"type": "peak", "frequency": 2500, "gain": 6, "q": 1}]},
    "ambience": {"gain": -3, "equalization": [{"type": "high-shelf", "frequency": 4000, "gain": -9}]}
    """

  private func render(
    _ fields: String?, blocks: [Int] = [256], _ set: (inout RemixControls) -> Void
  ) throws -> [[Float]] {
    var remixer = Remixer(sampleRate: 48_000, capacity: 1024)
    set(&remixer.controls)
    if let fields { follow(try MixFiles.mix(fields), &remixer) }
    return RemixRun.render(mixture, with: &remixer, blocks: blocks)
  }

  private func follow(_ mix: UnsafeMutableRawPointer, _ remixer: inout Remixer) {
    remixer.exchangeMix(for: mix)
    if let old = remixer.takeOldMix() { Exchange.free(old, RemixMix.self) }
  }

  private func level(_ x: [Float]) -> Double { TestSignals.decibels(TestSignals.power(x)) }

  /// Of 21 Hz in the middle of which is `hz`, through a Hann window, after the first half second.
  private func level(_ x: [Float], hz: Double) -> Double {
    let windowed = x[24_000...].enumerated().map { frame, x in
      Double(x) * (0.5 - 0.5 * cos(2 * .pi * Double(frame) / Double(mixture[0].count - 24_000)))
    }
    return TestSignals.decibels(
      stride(from: hz - 10, through: hz + 10, by: 1).reduce(0) { sum, hz in
        var (re, im) = (0.0, 0.0)
        for (frame, x) in windowed.enumerated() {
          re += x * cos(2 * .pi * hz * Double(frame) / 48_000)
          im -= x * sin(2 * .pi * hz * Double(frame) / 48_000)
        }
        return sum + re * re + im * im
      })
  }

  /// By sections of their own, one channel at a time.
  private func equalized(_ x: [Float], _ filters: [EqualizerFilter], gain: Double) -> [Float] {
    var y = x
    for filter in filters {
      var section = Biquad(filter.coefficients(sampleRate: 48_000)!)
      y.withUnsafeMutableBufferPointer { section.process($0.baseAddress!, count: $0.count) }
    }
    return y.map { Float(pow(10, gain / 20)) * $0 }
  }

  private func distance(_ a: [Float], _ b: [Float]) -> Double {
    TestSignals.decibels(TestSignals.power(zip(a, b).map { $0 - $1 }) / TestSignals.power(b))
  }

  @Test func gainsAreThoseOfTheFile() throws {
    let voice = try render(nil) { $0.style = .cinematicForegroundStem }[4]
    let louder = try render(#""dialog": {"gain": 6}"#) { $0.style = .cinematicForegroundStem }[4]
    #expect(abs(level(louder) - level(voice) - 6) < 0.001)
    let place = try render(nil) { $0.style = .cinematicBackgroundStem }
    let softer = try render(#""ambience": {"gain": -6}"#) {
      $0.style = .cinematicBackgroundStem
      // On top of the control's.
      $0.ambienceGain = 2
    }
    for channel in 0..<4 {
      #expect(abs(level(softer[channel]) - level(place[channel]) + 6 - 20 * log10(2)) < 0.001)
    }
  }

  @Test func aBandChangesItsFrequencyByItsGain() throws {
    for (part, style, channels) in [
      ("dialog", Style.cinematicForegroundStem, [4]), ("ambience", .cinematicBackgroundStem, [0, 3]),
    ] {
      let flat = try render(nil) { $0.style = style }
      for (hz, gain) in [(1000.0, 9.0), (520, -12)] {
        let band = #"{"type": "peak", "frequency": \#(hz), "gain": \#(gain), "q": 1}"#
        let shaped = try render("\"\(part)\": {\"equalization\": [\(band)]}") { $0.style = style }
        for channel in channels {
          #expect(abs(level(shaped[channel], hz: hz) - level(flat[channel], hz: hz) - gain) < 0.1)
          let elsewhere = level(shaped[channel], hz: 20 * hz) - level(flat[channel], hz: 20 * hz)
          #expect(abs(elsewhere) < 0.1)
        }
      }
    }
  }

  @Test func partsAreEqualizedAsByThemselves() throws {
    let metadata = try MixFiles.read(Self.busy)
    let stems = try (
      render(nil) { $0.style = .cinematicBackgroundStem }, render(nil) { $0.style = .cinematicForegroundStem }[4]
    )
    let amount: Float = 0.75
    let mix = try render(Self.busy) { $0.amount = amount }
    // Loudness as in the file: 6 dB between voices and place.
    var law = RemixLaw()
    (law.speechPower, law.ambiencePower) = (pow(10, -2), pow(10, -2.6))
    let gains = law.gains(style: .cinematic, amount: amount)
    for channel in 0..<4 {
      let x = RemixRun.delayed(mixture[channel], frames: 1024)
      let speech = zip(x, stems.0[channel]).map { $0 - $1 }
      let ambience = equalized(stems.0[channel], metadata.ambience.equalization, gain: -3)
      let voice = equalized(speech, metadata.dialog.equalization, gain: 4)
      let expected = zip(ambience, voice).map { gains.ambience * $0 + gains.speech * $1 }
      // Some roundings re the recording.
      #expect(distance(mix[channel], expected) < -110)
    }
    let dialog = equalized(stems.1, metadata.dialog.equalization, gain: 4).map { gains.dialog * $0 }
    #expect(distance(mix[4], dialog) < -120 && TestSignals.power(dialog) > 1e-4)
  }

  /// The dialog's gain is that of the whole recording's loudness, where the estimate has to learn it.
  @Test func loudnessIsRightFromTheFirstSecond() throws {
    let stem = try render(nil) { $0.style = .cinematicForegroundStem }[4]
    let fields = #""loudness": {"dialog": -23, "ambience": -23}"#
    let known = try render(fields) { $0.amount = 1 }[4]
    let learnt = try render(nil) { $0.amount = 1 }[4]
    let expected = Float(sqrt(1 + (1 - pow(10, -1.2))))
    #expect(distance(known, stem.map { expected * $0 }) < -120)
    #expect(distance(Array(learnt.prefix(9600)), stem.prefix(9600).map { expected * $0 }) > -40)
    // One of the two alone is not enough.
    #expect(try render(#""loudness": {"dialog": -23}"#) { $0.amount = 1 }[4] == learnt)
  }

  @Test func standardIsTheRecordingBitForBit() throws {
    for enabled in [true, false] {
      let output = try render(Self.busy) {
        $0.style = enabled ? .standard : .studio
        $0.isEnabled = enabled
      }
      for channel in 0..<4 { #expect(output[channel] == RemixRun.delayed(mixture[channel], frames: 1024)) }
      #expect(output[4].allSatisfy { $0 == 0 })
    }
  }

  /// A file that says nothing changes not a bit.
  @Test func anEmptyFileChangesNothing() throws {
    let plain = try render(nil) { $0.style = .studio }
    #expect(try render("") { $0.style = .studio } == plain)
    #expect(try render(#""suggestion": {"style": "Standard", "amount": 0}"#) { $0.style = .studio } == plain)
  }

  @Test(arguments: [[1], [7], [64], [1000], [333, 1, 256, 1024]])
  func blockSizesDoNotMatter(_ blocks: [Int]) throws {
    #expect(try tour(blocks) == tour([256]))
  }

  /// Styles that rest and wake the equalization, and another file in the middle.
  private func tour(_ blocks: [Int]) throws -> [[Float]] {
    var remixer = Remixer(sampleRate: 48_000, capacity: 1024)
    remixer.controls.style = .cinematic
    follow(try MixFiles.mix(Self.busy), &remixer)
    var output = [[Float]](repeating: [], count: 5)
    let styles: [Style] = [.cinematic, .standard, .studio, .standard, .cinematicForegroundStem, .inFrame]
    let changes = [0, 10_000, 14_000, 30_000, 31_000, 50_001, 96_000]
    for (place, style) in styles.enumerated() {
      remixer.controls.style = style
      if place == 4 {
        let band = #"{"type": "low-pass", "frequency": 900}"#
        remixer.exchangeMix(for: try MixFiles.mix("\"dialog\": {\"equalization\": [\(band)]}"))
      }
      let piece = mixture.map { Array($0[changes[place]..<changes[place + 1]]) }
      let rendered = RemixRun.render(piece, with: &remixer, blocks: blocks)
      for channel in 0..<5 { output[channel] += rendered[channel] }
    }
    if let old = remixer.takeOldMix() { Exchange.free(old, RemixMix.self) }
    return output
  }

  @Test func resetStartsAnew() throws {
    var remixer = Remixer(sampleRate: 48_000, capacity: 1024)
    follow(try MixFiles.mix(Self.busy), &remixer)
    let first = RemixRun.render(mixture, with: &remixer)
    remixer.reset()
    #expect(RemixRun.render(mixture, with: &remixer) == first)
    #expect(remixer.mixStatus == .file)
  }

  @Test func latencyAndSilenceStay() throws {
    var remixer = Remixer(sampleRate: 48_000, capacity: 1024)
    follow(try MixFiles.mix(Self.busy), &remixer)
    #expect(remixer.latencyFrames == 1024)
    let silent = RemixRun.render([[Float]](repeating: [Float](repeating: 0, count: 20_000), count: 4), with: &remixer)
    #expect(silent.allSatisfy { $0.allSatisfy { $0 == 0 } })
  }
}
