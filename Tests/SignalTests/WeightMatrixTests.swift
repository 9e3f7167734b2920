import Foundation
import Testing

@testable import Signal

struct WeightMatrixTests {
  /// −64…64, repeatable.
  static func weights(_ count: Int) -> [Int8] { (0..<count).map { Int8(($0 * 37 + 11) % 129 - 64) } }

  /// A matrix of multiples of 1/64 between −1 and 1.
  static func matrix(rows: Int, columns: Int, _ value: (Int) -> Float) -> WeightMatrix {
    let scales = FloatBuffer(count: rows)
    scales.fill(1 / 64)
    return WeightMatrix(rows: rows, columns: columns, scales: scales) { Int8(value($0) * 64) }
  }

  @Test(arguments: [(1, 1), (64, 8), (65, 13), (160, 656), (200, 3)])
  func aProductIsThatOfTheDefinition(rows: Int, columns: Int) {
    let weights = Self.weights(rows * columns)
    let scales = FloatBuffer(count: rows)
    for row in 0..<rows { scales[row] = 0.5 + Float(row) / 100 }
    let matrix = WeightMatrix(rows: rows, columns: columns, scales: scales) { weights[$0] }
    #expect(matrix.paddedRows >= rows && matrix.paddedRows % 64 == 0)
    let x = FloatBuffer(count: columns)
    for column in 0..<columns { x[column] = 3 * Float(sin(Double(column + 1))) }
    let y = FloatBuffer(count: matrix.paddedRows)
    y.fill(99)
    matrix.multiply(x.pointer, into: y.pointer)
    for row in 0..<rows {
      var (wanted, steps) = (0.0, 0.0)
      for column in 0..<columns {
        let weight = Double(weights[row * columns + column]) * Double(scales[row])
        wanted += weight * Double(x[column])
        steps += abs(weight)
      }
      // Each value is off by half a step of 3/16383 at most; two roundings at the end.
      #expect(abs(Double(y[row]) - wanted) < 0.5 * 3 / 16_383 * steps + 3e-7 * abs(wanted))
    }
    for row in rows..<matrix.paddedRows { #expect(y[row] == 0) }
  }

  @Test(arguments: [Float(0), 1e-35, 1e-20, 1e20]) func anyScaleWillDo(size: Float) {
    let matrix = Self.matrix(rows: 3, columns: 2) { [1, 0.5, -1, 0.25, 0, 1][$0] }
    let x = FloatBuffer(count: 2)
    (x[0], x[1]) = (size, -size)
    let y = FloatBuffer(count: matrix.paddedRows)
    matrix.multiply(x.pointer, into: y.pointer)
    let size = size < 1e-30 ? 0 : size
    for (row, wanted) in [0.5, -1.25, -1].enumerated() {
      #expect(abs(y[row] - Float(wanted) * size) <= 1e-6 * size)
    }
  }

  /// The largest weights and values, all of one sign.
  @Test func theLargestSumsFit() {
    let matrix = Self.matrix(rows: 2, columns: 1024) { _ in 127.0 / 64 }
    let x = FloatBuffer(count: 1024)
    x.fill(1)
    let y = FloatBuffer(count: matrix.paddedRows)
    matrix.multiply(x.pointer, into: y.pointer)
    #expect(abs(y[1] / (1024 * 127.0 / 64) - 1) < 1e-6)
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

  @Test func sigmoidAndGates() {
    for step in -400...400 {
      let x = Double(step) / 20
      let lanes = VectorMath.Lanes(repeating: Float(x))
      #expect(abs(Double(VectorMath.sigmoid(lanes)[0]) - 1 / (1 + exp(-x))) < 2e-7)
      #expect(abs(Double(VectorMath.gate(lanes)[4]) - 1 / (1 + exp(-x))) < 2e-7)
      let (h, z) = (Float(0.75), 1 / (1 + exp(x / 2)))
      let gated = VectorMath.gated(
        VectorMath.Lanes(repeating: h), keep: VectorMath.Lanes(repeating: Float(-x / 2)), candidate: lanes)
      #expect(abs(Double(gated[2]) - (z * Double(h) + (1 - z) * tanh(x))) < 6e-7)
    }
  }
}
