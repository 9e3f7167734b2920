import Foundation
import Testing

@testable import Signal

@Suite struct DirectFormTests {
  /// The sum as it is written, for counts that are no multiples of the vectors.
  @Test(arguments: [1, 2, 17, 32], [1, 8, 31, 40, 101]) func oneResponseIsTheSum(_ taps: Int, _ frames: Int) {
    let signal = FloatBuffer(count: taps + frames + 8)
    let response = FloatBuffer(count: taps)
    let output = FloatBuffer(count: frames + 8)
    for frame in 0..<signal.count { signal[frame] = Float(sin(0.7 * Double(frame * frame))) }
    for tap in 0..<taps { response[tap] = Float(cos(1.3 * Double(tap * tap))) }
    output.fill(9)
    let newest = signal.pointer + taps - 1
    DirectForm.filter(newest, response: response.pointer, taps: taps, frames: frames, into: output.pointer)
    for frame in 0..<frames {
      let sum = (0..<taps).reduce(0.0) { $0 + Double(response[$1]) * Double(newest[frame - $1]) }
      // Half an ulp of 1 for each tap.
      #expect(abs(Double(output[frame]) - sum) < 6e-8 * Double(taps) + 1e-7)
    }
  }
}
