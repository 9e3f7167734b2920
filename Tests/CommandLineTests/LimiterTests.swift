import Foundation
import Signal
import Testing

@testable import nearfar

@Suite("True peaks and the limiter")
struct LimiterTests {
  /// What comes out of a stage.
  private final class Collector: SoundStage {
    var channels: [[Float]] = [[], []]

    func take(_ audio: borrowing ChannelBuffer, from start: Int, frames: Int) {
      for channel in 0..<2 { channels[channel] += (start..<start + frames).map { audio[channel][$0] } }
    }

    func finish() {}
  }

  /// Two channels, in blocks of `block` frames.
  private static func run(
    _ signals: [[Float]], block: Int, gain: Double = 0, ceiling: Double = -1, rate: Int = 48_000
  ) throws -> [[Float]] {
    let collector = Collector()
    let stage = LimiterStage(channels: 2, sampleRate: rate, gain: gain, ceiling: ceiling, next: collector)
    try feed(signals, block: block, to: stage)
    return collector.channels
  }

  private static func feed(_ signals: [[Float]], block: Int, to stage: any SoundStage) throws {
    let buffer = ChannelBuffer(channels: 2, capacity: block)
    for start in stride(from: 0, to: signals[0].count, by: block) {
      let count = min(block, signals[0].count - start)
      for channel in 0..<2 { for frame in 0..<count { buffer[channel][frame] = signals[channel][start + frame] } }
      try stage.take(buffer, from: 0, frames: count)
    }
    try stage.finish()
  }

  private static func truePeak(_ signals: [[Float]], rate: Int = 48_000) throws -> Double {
    let stage = try MeasuredStage(channels: 2, sampleRate: rate, findsPeaks: true)
    try feed(signals, block: 1000, to: stage)
    return Decibels.level(stage.truePeak)
  }

  private static func tone(_ hz: Double, _ amplitude: Double, phase: Double = 0, rate: Int = 48_000) -> [Float] {
    (0..<rate / 2).map { frame in
      // Faded in and out, so that it is a tone and no click.
      let fade = min(1, Double(min(frame, rate / 2 - 1 - frame)) / 1000)
      return Float(fade * amplitude * sin(2 * .pi * hz * Double(frame) / Double(rate) + phase))
    }
  }

  /// A quarter of the rate, sampled 3 dB beside its peaks: ITU-R BS.1770, annex 2, has it as the example.
  @Test(arguments: [(997.0, 0.0), (12_000, 0.785398), (12_000, 0.3), (19_000, 0), (19_997, 0)] as [(Double, Double)])
  func peaksBetweenSamplesAreFound(_ hz: Double, _ phase: Double) throws {
    let tone = Self.tone(hz, 0.5, phase: phase)
    #expect(abs(try Self.truePeak([tone, tone.map { 0.1 * $0 }]) + 6.02) < 0.2)
  }

  @Test(arguments: [44_100, 96_000, 192_000]) func peaksAtOtherRates(_ rate: Int) throws {
    let tone = Self.tone(Double(rate) / 4, 0.5, phase: .pi / 4, rate: rate)
    #expect(abs(try Self.truePeak([tone, tone], rate: rate) + 6.02) < 0.2)
  }

  @Test(arguments: [60.0, 997, 12_000, 19_000], [2.0, 20]) func peaksAreHeld(_ hz: Double, _ amplitude: Double) throws {
    let tone = Self.tone(hz, amplitude, phase: 0.785398)
    let out = try Self.run([tone, tone.map { -0.5 * $0 }], block: 700)
    let peak = try Self.truePeak(out)
    #expect(peak <= -1 && peak > -1.4)
    for frame in 0..<tone.count { #expect(abs(out[1][frame] + 0.5 * out[0][frame]) <= 1e-6) }
  }

  @Test func aStepIsHeldBeforeItComes() throws {
    var step = [Float](repeating: 0.4, count: 9600)
    for frame in 4800..<9600 { step[frame] = 3 }
    let out = try Self.run([step, step], block: 512)[0]
    #expect(out.count == 9600)
    #expect(out.map(\.magnitude).max()! < 0.8914)
    // 5 ms before, nothing is to be heard of it.
    #expect(out[..<(4800 - 260)].elementsEqual(step[..<(4800 - 260)]))
    for frame in 1..<4800 { #expect(out[frame] <= out[frame - 1] + 1e-6) }
  }

  @Test func whatNeedsNoHoldingPassesToTheBit() throws {
    let tone = Self.tone(440, 0.8)
    let isEqual = try Self.run([tone, tone], block: 333) == [tone, tone]
    let isLouder = try Self.run([tone, tone], block: 333, gain: 20, ceiling: 200)[0] == tone.map { 10 * $0 }
    #expect(isEqual && isLouder)
  }

  @Test func itLetsGoAgain() throws {
    var tone = Self.tone(440, 0.5)
    tone += Self.tone(440, 5) + (0..<6).flatMap { _ in Self.tone(440, 0.5) }
    let out = try Self.run([tone, tone], block: 1024)[0]
    #expect(out.suffix(24_000).elementsEqual(tone.suffix(24_000)))
  }

  @Test func blocksDoNotMatter() throws {
    let tone = Self.tone(3000, 3)
    let whole = try Self.run([tone, tone], block: 24_000)
    for block in [1, 37, 1024] {
      let isEqual = try Self.run([tone, tone], block: block) == whole
      #expect(isEqual, "\(block)")
    }
  }

  @Test func gainsNeverExceedWhatIsWanted() {
    var limiter = LimiterGain(window: 240, releaseFrames: 100)
    var random = SystemRandomNumberGenerator()
    let wanted = (0..<5000).map { _ in Int.random(in: 0..<50, using: &random) == 0 ? Float.random(in: 0.01...1) : 1 }
    let gains = (wanted + [Float](repeating: 1, count: 239)).map { limiter.next($0) }.dropFirst(239)
    for (gain, most) in zip(gains, wanted) { #expect(gain <= most + 1e-6 && gain > 0) }
  }
}
