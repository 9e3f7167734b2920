import Foundation
import Testing

@testable import Signal

struct WeightMatrixTests {
  /// Half-precision bits of −1…1 in steps of 1/64, repeatable.
  static func weights(_ count: Int) -> [Float] { (0..<count).map { Float(($0 * 37 + 11) % 129 - 64) / 64 } }

  static func bits(_ value: Float) -> UInt16 {
    guard value != 0 else { return 0 }
    let sign: UInt16 = value < 0 ? 0x8000 : 0
    let exponent = UInt16(Int(value.exponent) + 15)
    return sign | exponent << 10 | UInt16((value.significand - 1) * 1024)
  }

  @Test(arguments: [(1, 1), (64, 8), (65, 13), (160, 656), (200, 3)])
  func aProductIsThatOfTheDefinition(rows: Int, columns: Int) {
    let weights = Self.weights(rows * columns)
    let matrix = WeightMatrix(rows: rows, columns: columns) { Self.bits(weights[$0]) }
    #expect(matrix.paddedRows >= rows && matrix.paddedRows % 64 == 0)
    let x = FloatBuffer(count: columns)
    for column in 0..<columns { x[column] = Float(sin(Double(column))) }
    let y = FloatBuffer(count: matrix.paddedRows)
    y.fill(99)
    matrix.multiply(x.pointer, into: y.pointer)
    for row in 0..<rows {
      let wanted = (0..<columns).reduce(0.0) { $0 + Double(weights[row * columns + $1]) * Double(x[$1]) }
      // One rounding per term of size up to 1.
      #expect(abs(Double(y[row]) - wanted) < 1e-7 * Double(columns) + 1e-6)
    }
    for row in rows..<matrix.paddedRows { #expect(y[row] == 0) }
  }

  @Test func everyHalfIsWidenedExactly() {
    // All finite numbers that are not denormal, eight at a time, as the columns of single-row products.
    for start in stride(from: 0x0400, to: 0x7C00, by: 0x40) {
      let matrix = WeightMatrix(rows: 64, columns: 1) { UInt16(start + $0) }
      let one = FloatBuffer(count: 1)
      one[0] = 1
      let y = FloatBuffer(count: 64)
      matrix.multiply(one.pointer, into: y.pointer)
      for lane in 0..<64 {
        let bits = start + lane
        let wanted = Float(sign: .plus, exponent: (bits >> 10) - 15, significand: 1 + Float(bits & 0x3FF) / 1024)
        #expect(y[lane] == wanted)
      }
    }
  }
}

struct VectorFunctionTests {
  @Test func exponentialIsWithinTwoUlps() {
    for step in -8600...8700 {
      let x = Float(step) / 100
      let got = Double(VectorMath.exponential(VectorMath.Lanes(repeating: x))[3])
      // 2 ulps; on processors without fused multiply-add the range reduction costs another.
      #expect(abs(got / exp(Double(x)) - 1) < 3e-7)
    }
    let clamped = VectorMath.exponential(VectorMath.Lanes(-1000, 1000, -.infinity, .infinity, 0, 0, 0, 0))
    #expect(clamped[0] >= 0 && clamped[0] < 1e-37 && clamped[1].isFinite && clamped[3].isFinite && clamped[4] == 1)
  }

  @Test func sigmoidAndTangent() {
    for step in -400...400 {
      let x = Double(step) / 20
      let lanes = VectorMath.Lanes(repeating: Float(x))
      #expect(abs(Double(VectorMath.sigmoid(lanes)[0]) - 1 / (1 + exp(-x))) < 2e-7)
      #expect(abs(Double(VectorMath.hyperbolicTangent(lanes)[7]) - tanh(x)) < 3e-7)
    }
  }
}
