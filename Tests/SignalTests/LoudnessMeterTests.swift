import CEBUR128
import Foundation
import Testing

@testable import Signal

/// The streaming meter beside the library that reads whole files.
@Suite struct LoudnessMeterTests {
  static let rates: [Double] = [44_100, 48_000, 96_000]

  /// Integrated loudness and loudness range by libebur128.
  private func reference(_ signal: [Float], _ rate: Double) -> (loudness: Double, range: Double) {
    var state = nf_ebur128_make(1, UInt(rate))
    defer { ebur128_destroy(&state) }
    ebur128_add_frames_float(state, signal, signal.count)
    var (loudness, range) = (0.0, 0.0)
    ebur128_loudness_global(state, &loudness)
    ebur128_loudness_range(state, &range)
    return (loudness, range)
  }

  private func meter(_ signal: [Float], _ rate: Double, blocks: [Int] = [256]) -> (loudness: Double?, range: Double?) {
    var meter = LoudnessMeter(sampleRate: rate)
    signal.withUnsafeBufferPointer { signal in
      pieces(signal.count, blocks) { meter.add(signal.baseAddress! + $0, frames: $1) }
    }
    return (meter.loudness, meter.loudnessRange)
  }

  /// Passages of 2 to 5 s that differ by up to 40 dB, silence among them, under a tone.
  private func programme(_ seconds: Double, _ rate: Double, seed: UInt32) -> [Float] {
    let levels: [Double] = [-20, -38, -26, -60, -23, -31, -90, -18, -44]
    let noise = noise(Int(seconds * rate), seed: seed)
    var (passage, left) = (Int(seed) % levels.count, 0)
    return noise.indices.map { frame in
      if left == 0 {
        passage = (passage + 1) % levels.count
        left = Int((2 + Double((passage * 7 + Int(seed)) % 4)) * rate)
      }
      left -= 1
      let tone = sin(2 * .pi * 440 * Double(frame) / rate)
      return Float(pow(10, levels[passage] / 20) * (Double(noise[frame]) + 0.5 * tone))
    }
  }

  @Test(arguments: rates) func itAgreesWithTheLibrary(_ rate: Double) throws {
    for seed: UInt32 in 1...3 {
      let signal = programme(40, rate, seed: seed)
      let (expected, measured) = (reference(signal, rate), meter(signal, rate))
      #expect(abs(try #require(measured.loudness) - expected.loudness) < 0.03, "\(measured), \(expected)")
      #expect(abs(try #require(measured.range) - expected.range) < 0.1, "\(measured), \(expected)")
      #expect(expected.loudness > -50 && expected.range > 3)
    }
  }

  @Test func blocksDoNotMatter() {
    let signal = programme(12, 48_000, seed: 5)
    let expected = meter(signal, 48_000)
    for blocks in divisions {
      let measured = meter(signal, 48_000, blocks: blocks)
      #expect(measured.loudness == expected.loudness && measured.range == expected.range)
    }
  }

  /// EBU Tech 3341, case 1 in one channel: a sine of 1 kHz at −23 dBFS is 3 dB softer there than in two.
  @Test(arguments: sampleRates) func aSineIsAsLoudAsTheStandardSays(_ rate: Double) throws {
    let sine = (0..<Int(5 * rate)).map { Float(pow(10, -23.0 / 20) * sin(2 * .pi * 1000 * Double($0) / rate)) }
    #expect(abs(try #require(meter(sine, rate).loudness) + 26.03) < 0.05)
    let low = (0..<Int(5 * rate)).map { Float(sin(2 * .pi * 38 * Double($0) / rate)) }
    #expect(abs(try #require(meter(low, rate).loudness) - reference(low, rate).loudness) < 0.1)
  }

  @Test func silenceHasNoLoudness() {
    #expect(meter([Float](repeating: 0, count: 240_000), 48_000).loudness == nil)
    let faint = noise(240_000).map { 1e-4 * $0 }
    #expect(meter(faint, 48_000).loudness == nil && meter(faint, 48_000).range == nil)
    // Too short for one block, and for one of 3 s.
    #expect(meter(noise(19_000), 48_000).loudness == nil)
    #expect(meter(noise(48_000), 48_000).loudness != nil && meter(noise(48_000), 48_000).range == nil)
  }

  /// Silence and passages far below the rest do not count.
  @Test func theGatesAreThere() throws {
    let loud = noise(480_000, seed: 2).map { 0.1 * $0 }
    let alone = try #require(meter(loud, 48_000).loudness)
    let faint = noise(480_000, seed: 3).map { 0.01 * $0 }
    #expect(abs(try #require(meter(loud + faint, 48_000).loudness) - alone) < 0.1)
    #expect(abs(try #require(meter(loud + [Float](repeating: 0, count: 960_000), 48_000).loudness) - alone) < 0.1)
    #expect(try #require(meter(loud + faint, 48_000).range) > 15)
  }

  @Test func itRecoversFromWhatIsNoNumber() throws {
    var meter = LoudnessMeter(sampleRate: 48_000)
    let loud = noise(240_000).map { 0.1 * $0 }
    for bad: Float in [.nan, .infinity, 3e38] { meter.add([Float](repeating: bad, count: 700), frames: 700) }
    for _ in 0..<20 { meter.add(loud, frames: loud.count) }
    meter.reset()
    meter.add(loud, frames: loud.count)
    #expect(meter.loudness == self.meter(loud, 48_000).loudness)
  }
}
