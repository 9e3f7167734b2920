import Foundation
import Testing

@testable import Signal

@Suite struct LevelTests {
  @Test func decibelsAndGains() {
    // Single-precision exp and log: some ulps.
    for (decibels, gain): (Float, Float) in [(0, 1), (20, 10), (-20, 0.1), (6.0206, 2), (-60, 0.001)] {
      #expect(abs(Decibels.gain(decibels) / gain - 1) < 3e-6)
      #expect(abs(Decibels.level(power: gain * gain) - decibels) < 1e-4)
    }
    #expect(abs(Decibels.level(power: 0) + 200) < 1e-3)
  }

  @Test(arguments: sampleRates) func aFullScaleSquareWaveIsZero(_ rate: Double) {
    var meter = LevelMeter(sampleRate: rate)
    #expect(abs(meter.decibels + 200) < 1e-3)
    let square = (0..<480).map { Float($0 % 2 == 0 ? 1 : -1) }
    for _ in 0..<Int(3 * rate / 480) { meter.add(square, frames: 480) }
    // After ten time constants e⁻¹⁰ is missing: 0.0002 dB.
    #expect(abs(meter.decibels) < 0.001)
    // 0.3 s of silence take it down by e⁻¹, 4.34 dB.
    let silence = [Float](repeating: 0, count: 480)
    for _ in 0..<Int(0.3 * rate / 480) { meter.add(silence, frames: 480) }
    #expect(abs(meter.decibels + 4.34) < 0.1)
    meter.reset()
    #expect(abs(meter.decibels + 200) < 1e-3)
  }

  @Test func itRecoversFromWhatOverflows() {
    var meter = LevelMeter(sampleRate: 48_000)
    meter.add([Float](repeating: 3e38, count: 256), frames: 256)
    let quiet = [Float](repeating: 0.1, count: 256)
    for _ in 0..<(20 * 48_000 / 256) { meter.add(quiet, frames: 256) }
    #expect(abs(meter.decibels + 20) < 0.1)
  }

  @Test func buffersAreAlignedZeroedAndApart() {
    let buffer = ChannelBuffer(channels: 3, capacity: 37)
    for channel in 0..<3 {
      #expect(UInt(bitPattern: buffer[channel]) % 64 == 0)
      #expect(buffer.values(channel).allSatisfy { $0 == 0 })
      buffer.fill(channel, [Float](repeating: Float(channel + 1), count: 37))
    }
    for channel in 0..<3 { #expect(buffer.values(channel).allSatisfy { $0 == Float(channel + 1) }) }
    let other = ChannelBuffer(channels: 2, capacity: 37)
    other.copy(from: buffer, frames: 10)
    #expect(other.values(1) == [Float](repeating: 2, count: 10) + [Float](repeating: 0, count: 27))
    buffer.clear(frames: 5)
    #expect(buffer.values(2) == [Float](repeating: 0, count: 5) + [Float](repeating: 3, count: 32))
    buffer.clear()
    #expect(peak(buffer.values(2)) == 0)
  }
}
