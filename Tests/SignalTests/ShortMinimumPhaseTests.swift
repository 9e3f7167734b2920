import Foundation
import Testing

@testable import Signal

@Suite struct ShortMinimumPhaseTests {
  /// A response of minimum phase comes back from its powers.
  @Test(arguments: [(32, 64), (64, 128), (128, 256)]) func responsesComeBack(_ taps: Int, _ points: Int) {
    // Zeros at 0.6·e^±1.1i, inside the unit circle, and poles at 0.7·e^±2i.
    let (b, a) = ([1, -0.544_315, 0.36], [1, 0.582_605_6, 0.49])
    let design = ShortMinimumPhase(taps: taps, points: points)
    let powers = FloatBuffer(count: points + 1)
    let response = FloatBuffer(count: taps)
    func power(_ c: [Double], _ omega: Double) -> Double {
      let re = c.enumerated().reduce(0) { $0 + $1.element * cos(omega * Double($1.offset)) }
      let im = c.enumerated().reduce(0) { $0 + $1.element * sin(omega * Double($1.offset)) }
      return re * re + im * im
    }
    for point in 0...points {
      let omega = Double.pi * Double(point) / Double(points)
      powers[point] = Float(4 * power(b, omega) / power(a, omega))
    }
    design.design(powers.pointer, into: response.pointer)
    var expected = [Double](repeating: 0, count: taps)
    for frame in 0..<taps {
      expected[frame] = frame < 3 ? 2 * b[frame] : 0
      if frame > 0 { expected[frame] -= a[1] * expected[frame - 1] }
      if frame > 1 { expected[frame] -= a[2] * expected[frame - 2] }
      // Logarithms in single precision; poles at 0.7 leave 1e-10 in the cepstrum's far half.
      #expect(abs(Double(response[frame]) - expected[frame]) < 5e-6)
    }
  }

  @Test func flatPowersGiveOneImpulse() {
    let design = ShortMinimumPhase(taps: 32, points: 64)
    let powers = FloatBuffer(count: 65)
    let response = FloatBuffer(count: 32)
    powers.fill(0.25)
    design.design(powers.pointer, into: response.pointer)
    #expect(abs(response[0] - 0.5) < 1e-6 && (1..<32).allSatisfy { abs(response[$0]) < 1e-6 })
  }
}
