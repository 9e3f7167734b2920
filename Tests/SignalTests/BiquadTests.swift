import Foundation
import Testing

@testable import Signal

@Suite struct BiquadTests {
  private func decibels(_ c: BiquadCoefficients, _ hz: Double, _ rate: Double) -> Double {
    10 * log10(c.powerResponse(atHz: hz, sampleRate: rate))
  }

  /// Butterworth corners are at −3.01 dB, the far side 40 dB per decade below, as long as it lies far below Nyquist.
  @Test(arguments: sampleRates) func passFilters(_ rate: Double) {
    let low = BiquadCoefficients.lowPass(cutoffHz: 1000, sampleRate: rate)
    #expect(abs(decibels(low, 1000, rate) + 3.01) < 0.01)
    #expect(abs(decibels(low, 10, rate)) < 0.001)
    // The bilinear transform steepens toward Nyquist, so at 44.1 kHz 10 kHz lies lower than an analogue filter's −40 dB.
    #expect(decibels(low, 10_000, rate) < -39.9 && decibels(low, 10_000, rate) > -46)
    let high = BiquadCoefficients.highPass(cutoffHz: 1000, sampleRate: rate)
    #expect(abs(decibels(high, 1000, rate) + 3.01) < 0.01)
    #expect(abs(decibels(high, 100, rate) + 40) < 0.1)
    #expect(abs(decibels(high, 15_000, rate)) < 0.01)
  }

  @Test(arguments: sampleRates) func peaksAndShelves(_ rate: Double) {
    let peak = BiquadCoefficients.peak(centreHz: 2000, gainDecibels: 6, q: 1, sampleRate: rate)
    #expect(abs(decibels(peak, 2000, rate) - 6) < 1e-6)
    #expect(abs(decibels(peak, 0, rate)) < 1e-6 && abs(decibels(peak, 20, rate)) < 0.01)
    let low = BiquadCoefficients.lowShelf(cornerHz: 300, gainDecibels: -9, sampleRate: rate)
    #expect(abs(decibels(low, 0, rate) + 9) < 1e-6)
    #expect(abs(decibels(low, 300, rate) + 4.5) < 1e-6, "the corner is where half the dB are")
    #expect(abs(decibels(low, 10_000, rate)) < 0.01)
    let high = BiquadCoefficients.highShelf(cornerHz: 4000, gainDecibels: 5, sampleRate: rate)
    #expect(abs(decibels(high, 0, rate)) < 1e-6 && abs(decibels(high, rate / 2, rate) - 5) < 1e-6)
    #expect(abs(decibels(high, 4000, rate) - 2.5) < 1e-6)
  }

  /// The filter as it runs: the transform of its impulse response.
  @Test(arguments: sampleRates) func theFilterHasTheResponseThatIsPredicted(_ rate: Double) {
    let filters = [
      BiquadCoefficients.lowPass(cutoffHz: 3000, sampleRate: rate),
      .highPass(cutoffHz: 500, sampleRate: rate),
      .peak(centreHz: 2000, gainDecibels: -7, q: 2, sampleRate: rate),
      .lowShelf(cornerHz: 800, gainDecibels: 4, sampleRate: rate),
    ]
    for coefficients in filters {
      var filter = Biquad(coefficients)
      var impulse = [Float](repeating: 0, count: 16_384)
      impulse[0] = 1
      filter.process(&impulse, count: impulse.count)
      for hz in [100.0, 1000, 2000, 7000] {
        var (re, im) = (0.0, 0.0)
        for (frame, value) in impulse.enumerated() {
          re += Double(value) * cos(2 * .pi * hz / rate * Double(frame))
          im -= Double(value) * sin(2 * .pi * hz / rate * Double(frame))
        }
        let predicted = coefficients.powerResponse(atHz: hz, sampleRate: rate)
        // Samples are rounded to 2⁻²⁴ each.
        #expect(abs(re * re + im * im - predicted) < 1e-4 * max(predicted, 0.01))
      }
    }
  }

  @Test(arguments: divisions) func anyDivisionGivesTheSameBits(_ sizes: [Int]) {
    var (one, other) = (filter, filter)
    var (whole, parts) = (noise(5000), noise(5000))
    one.process(&whole, count: 5000)
    parts.withUnsafeMutableBufferPointer { buffer in
      pieces(5000, sizes) { start, count in other.process(buffer.baseAddress! + start, count: count) }
    }
    #expect(bits(whole) == bits(parts) && peak(whole) > 0.1)
    other.reset()
    var again = noise(5000)
    other.process(&again, count: 5000)
    #expect(bits(whole) == bits(again))
  }

  private var filter: Biquad { Biquad(.peak(centreHz: 900, gainDecibels: 8, q: 3, sampleRate: 48_000)) }
}
