import Foundation
import Testing

@testable import Signal

@Suite struct ERBBandsTests {
  /// Values of 21.4 log₁₀(1 + 0.00437 f), worked out by hand.
  @Test(arguments: [(0.0, 0.0), (100, 3.369), (1000, 15.621), (4000, 27.107), (10_000, 35.317)])
  func erbNumbersAreKnown(_ hz: Double, _ number: Double) {
    #expect(abs(ERBBands.erbNumber(hz: hz) - number) < 2e-3)
    #expect(abs(ERBBands.hz(erbNumber: ERBBands.erbNumber(hz: hz)) - hz) < 1e-9 * max(hz, 1))
  }

  @Test(arguments: sampleRates) func centresAreEvenOnTheScale(_ rate: Double) {
    let bands = make(rate)
    let step = ERBBands.erbNumber(hz: 16_000) / 31
    for band in 0..<32 {
      // Single precision holds a frequency to 6e-8 of itself.
      #expect(abs(ERBBands.erbNumber(hz: Double(bands.centreHz(band))) - Double(band) * step) < 1e-5)
    }
    #expect(abs(bands.centreHz(31) - 16_000) < 0.01)
  }

  @Test(arguments: sampleRates) func averageOfAConstantIsTheConstant(_ rate: Double) {
    let bands = make(rate)
    let averages = FloatBuffer(count: 32)
    bands.average([Float](repeating: 3.7, count: bands.bins), into: averages)
    // One rounding per bin summed. Bands narrower than a bin may hold none.
    let tolerance = 3.7 * Float(bands.bins) * 6e-8
    for band in 0..<32 where averages[band] != 0 { #expect(abs(averages[band] - 3.7) < tolerance) }
    #expect(averages.values.filter { $0 > 3 }.count >= 24)
  }

  /// Bin weights add up to 1: what is constant over bands is constant over bins.
  @Test(arguments: sampleRates) func interpolationOfAConstantIsTheConstant(_ rate: Double) {
    let bands = make(rate)
    let constant = FloatBuffer(count: 32)
    let values = FloatBuffer(count: bands.bins)
    constant.fill(2.5)
    bands.interpolate(constant, into: values.pointer)
    for bin in 0..<bands.bins { #expect(abs(values[bin] - 2.5) < 1e-6) }
  }

  /// Triangles: band k alone gives its bins the weight that falls linearly in ERB number to both neighbours.
  @Test func weightsAreTriangles() {
    let bands = make(48_000)
    let single = FloatBuffer(count: 32)
    let values = FloatBuffer(count: bands.bins)
    single[20] = 1
    bands.interpolate(single, into: values.pointer)
    let step = ERBBands.erbNumber(hz: 16_000) / 31
    for bin in 0..<bands.bins {
      let distance = abs(ERBBands.erbNumber(hz: Double(bin) * 48_000 / 1024) / step - 20)
      #expect(abs(Double(values[bin]) - max(0, 1 - distance)) < 1e-5)
    }
    #expect(peak(values.values) > 0.5)
  }

  private func make(_ rate: Double) -> ERBBands {
    var size = 64
    while Double(size * 2) <= 0.024 * rate { size *= 2 }
    return ERBBands(count: 32, highestHz: 16_000, bins: size / 2 + 1, binSpacingHz: rate / Double(size))
  }
}
