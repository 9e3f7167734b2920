import Foundation
import Testing

@testable import Plugins
@testable import Signal
@testable import Spatial

@Suite struct SharpTests {
  /// Level differences of bands above 1.5 kHz and time differences below, beside those of the head itself.
  @Test(arguments: [44_100.0, 48_000, 96_000, 192_000])
  func planeWavesSoundAsTheHeadHearsThem(sampleRate: Double) throws {
    let frames = Int(0.6 * sampleRate)
    let head = HeadModel(chosen: nil, sampleRate: sampleRate, warn: { _ in })
    var errors = [(level: 0.0, microseconds: 0.0), (level: 0.0, microseconds: 0.0)]
    let azimuths: [Float] = [60, -90]
    for azimuth in azimuths {
      let nearest = EarSignals(head.responses, azimuthDegrees: azimuth)
      let truth = try #require(nearest)
      let input = Signals.planeWave(Signals.noise(frames, seed: 3), azimuthDegrees: azimuth)
      for sharp in 0..<2 {
        var mixer = try Mixer(sampleRate: sampleRate)
        mixer[.sharp] = Float(sharp)
        let ears = EarSignals(mixer.render(input), from: frames / 2, sampleRate: sampleRate)
        errors[sharp].level += ears.levelError(truth) / 2
        errors[sharp].microseconds += abs(ears.timeDifference - truth.timeDifference) * 1e6 / 2
      }
    }
    #expect(errors[0].level > 1 && errors[0].microseconds > 60)
    // Nearer to the head by four fifths in level and by six sevenths in time.
    #expect(errors[1].level < 0.2 * errors[0].level, "\(errors)")
    #expect(errors[1].microseconds < 0.14 * errors[0].microseconds, "\(errors)")
  }

  /// Sixty independent sources all around keep the spectrum and the coherence of the linear filters.
  @Test func diffuseFieldsStayAsTheyAre() throws {
    let frames = 96_000
    var field = [[Float]](repeating: [Float](repeating: 0, count: frames), count: 5)
    for source in 0..<60 {
      let z = -1 + (2 * Float(source) + 1) / 60
      let angle = 2.399_963 * Float(source)
      let level = (1 - z * z).squareRoot()
      let gains = [1, sin(angle) * level, z, cos(angle) * level]
      let noise = Signals.noise(frames, seed: UInt64(source + 1))
      for channel in 0..<4 { for frame in 0..<frames { field[channel][frame] += 0.1 * gains[channel] * noise[frame] } }
    }
    var mixer = try Mixer()
    let linear = EarSignals(mixer.render(field), from: 24_000, sampleRate: 48_000)
    mixer.reset()
    mixer[.sharp] = 1
    let sharp = EarSignals(mixer.render(field), from: 24_000, sampleRate: 48_000)
    #expect(sharp.levels[0].contains { $0 > 0 })
    for band in linear.coherences.indices {
      #expect(abs(sharp.coherences[band] - linear.coherences[band]) < 0.05)
      for ear in 0..<2 { #expect(abs(sharp.levels[ear][band] - linear.levels[ear][band]) < 0.4) }
    }
  }

  /// After a time with it, 0 is the linear renderer again, to the bit.
  @Test func zeroIsTheLinearRenderer() throws {
    let input = Signals.planeWave(Signals.noise(12_000, seed: 5), azimuthDegrees: 70)
    var linear = try Mixer()
    var sharp = try Mixer()
    func part(_ index: Int) -> [[Float]] { input.map { Array($0[(4_000 * index)..<(4_000 * (index + 1))]) } }
    let (first, second) = (linear.render(part(0)), sharp.render(part(0)))
    #expect(first == second)
    sharp[.sharp] = 1
    let (plain, sharpened) = (linear.render(part(1)), sharp.render(part(1)))
    #expect(plain[0].suffix(1_000) != sharpened[0].suffix(1_000))
    sharp[.sharp] = 0
    let (before, after) = (linear.render(part(2)), sharp.render(part(2)))
    // A hop that is under way, one that fades out, and one more.
    for ear in 0..<2 { #expect(before[ear].suffix(2_400) == after[ear].suffix(2_400)) }
  }

  @Test(arguments: [44_100.0, 192_000])
  func anyBlockSizeGivesTheSame(sampleRate: Double) throws {
    var mixer = try Mixer(sampleRate: sampleRate)
    mixer[.sharp] = 0.8
    mixer[.headYaw] = 20
    let left = Signals.planeWave(Signals.noise(9_000, seed: 1), azimuthDegrees: 50)
    let right = Signals.planeWave(Signals.noise(9_000, seed: 2), azimuthDegrees: -70)
    let input = zip(left, right).map { zip($0, $1).map(+) }
    let reference = mixer.render(input, blocks: [9_000])
    for blocks in [[1], [7], [64], [1, 480, 0, 333]] {
      mixer.reset()
      #expect(mixer.render(input, blocks: blocks) == reference)
    }
  }

  /// Steps of the control, of the head and of the source stay within the slope that a steady tone has.
  @Test func nothingClicks() throws {
    let tone = (0..<48_000).map { Float(0.5 * sin(2 * Double.pi * 500 * Double($0) / 48_000)) }
    let input = Signals.planeWave(tone, azimuthDegrees: 60)
    var mixer = try Mixer()
    var output: [Float] = []
    for part in 0..<16 {
      mixer[.sharp] = [0, 1, 1, 0, 0.5, 1, 1, 1, 1, 0, 1, 0, 1, 1, 1, 0][part]
      mixer[.headYaw] = part < 6 ? 0 : Float(part * 25 - 200)
      output += mixer.render(input.map { Array($0[(part * 3_000)..<((part + 1) * 3_000)]) })[0]
    }
    let peak = output.map { abs($0) }.max()!
    #expect(peak > 0.2)
    // A tone's second difference is its size by (2π·500/48000)² = 0.0043; moving gains add some.
    for frame in 1_000..<(output.count - 1) {
      #expect(abs(output[frame + 1] - 2 * output[frame] + output[frame - 1]) < 0.015 * peak)
    }
  }

  @Test func silenceStaysSilenceAndWhatIsTooLoudDoesNotStay() throws {
    var mixer = try Mixer()
    mixer[.sharp] = 1
    let silence = [[Float]](repeating: [Float](repeating: 0, count: 4_000), count: 5)
    let wave = Signals.planeWave(Signals.noise(8_000, seed: 9), azimuthDegrees: 80)
    #expect(mixer.render(silence).allSatisfy { $0.allSatisfy { $0 == 0 } })
    let clean = mixer.render(wave)
    mixer.reset()
    _ = mixer.render(wave.map { $0.prefix(2_000).map { $0 * 1e25 } })
    let quiet = mixer.render(silence)
    #expect(quiet.allSatisfy { $0.suffix(1_000).allSatisfy { abs($0) < 1e-30 } })
    let later = mixer.render(wave)
    #expect(later.allSatisfy { $0.allSatisfy(\.isFinite) })
    let (a, b) = (clean[0].suffix(2_000), later[0].suffix(2_000))
    #expect(zip(a, b).allSatisfy { abs($0 - $1) < 0.02 })
  }

  /// The sound is not later for it.
  @Test func latencyIsThatOfTheLinearRenderer() throws {
    var mixer = try Mixer()
    let silence = [Float](repeating: 0, count: 2_200)
    let source = Signals.noise(8_000, seed: 4).map { 0.1 * $0 } + silence + Signals.impulse(800)
    let input = Signals.planeWave(source, azimuthDegrees: 0)
    let plain = mixer.render(input)
    mixer.reset()
    mixer[.sharp] = 1
    let sharp = mixer.render(input)
    #expect(sharp != plain)
    // Both as the head hears them from the front, but in other phases at high frequencies.
    let (before, after) = (Array(plain[0].suffix(1_000)), Array(sharp[0].suffix(1_000)))
    func correlation(_ lag: Int) -> Float { (100..<800).reduce(0) { $0 + before[$1] * after[$1 + lag] } }
    let lag = (-100...100).max { correlation($0) < correlation($1) }!
    #expect(abs(lag) <= 8)
  }
}
