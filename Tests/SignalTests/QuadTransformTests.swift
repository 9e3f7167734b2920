import Foundation
import Testing

@testable import Signal

@Suite struct QuadTransformTests {
  @Test(arguments: [16, 32, 64, 128, 256, 512])
  func equalsTheDefinition(size: Int) {
    let transform = QuadTransform(size: size)
    let signals = ChannelBuffer(channels: 4, capacity: size)
    for channel in 0..<4 {
      for frame in 0..<size { signals[channel][frame] = Float(sin(Double((channel + 2) * frame * frame) + 0.3)) }
    }
    let re = FloatBuffer(count: 2 * size)
    let im = FloatBuffer(count: 2 * size)
    transform.forward(signals[0], signals[1], signals[2], signals[3], into: re.pointer, im.pointer)
    // Rows in bit-reversed order; lanes hold q = 0, 2, 1, 3 of either signal.
    for row in 0..<transform.rows {
      let k = bin(ofRow: row, rows: transform.rows)
      for lane in 0..<8 {
        let bin = k + transform.rows * [0, 2, 1, 3][lane % 4]
        var (x, y) = (0.0, 0.0)
        for frame in 0..<size {
          let angle = -2 * Double.pi * Double(bin * frame % size) / Double(size)
          let (a, b) = (Double(signals[lane / 4 * 2][frame]), Double(signals[lane / 4 * 2 + 1][frame]))
          x += a * cos(angle) - b * sin(angle)
          y += a * sin(angle) + b * cos(angle)
        }
        // Single precision, log₂(size) steps, values up to √size.
        let tolerance = 2e-6 * Double(size)
        #expect(abs(Double(re[8 * row + lane]) - x) < tolerance && abs(Double(im[8 * row + lane]) - y) < tolerance)
      }
    }
    transform.inverse(re.pointer, im.pointer)
    for frame in 0..<size {
      let place = frame / 4 * 8 + frame % 4
      #expect(abs(re[place] / Float(size) - signals[0][frame]) < 1e-5)
      #expect(abs(im[place] / Float(size) - signals[1][frame]) < 1e-5)
      #expect(abs(re[place + 4] / Float(size) - signals[2][frame]) < 1e-5)
      #expect(abs(im[place + 4] / Float(size) - signals[3][frame]) < 1e-5)
    }
  }

  private func bin(ofRow row: Int, rows: Int) -> Int {
    var (result, rest, bit) = (0, row, 1)
    while bit < rows {
      (result, rest, bit) = (result * 2 + rest % 2, rest / 2, bit * 2)
    }
    return result
  }
}
