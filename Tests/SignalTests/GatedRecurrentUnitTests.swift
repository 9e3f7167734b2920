import Foundation
import Testing

@testable import Signal

struct GatedRecurrentUnitTests {
  @Test func itFollowsTheDefinition() {
    let (units, inputs) = (16, 5)
    func weights(_ count: Int, _ shift: Int) -> [Float] {
      (0..<count).map { Float((($0 + shift) * 29) % 65 - 32) / 32 }
    }
    func buffer(_ values: [Float]) -> FloatBuffer {
      let buffer = FloatBuffer(count: values.count)
      for (index, value) in values.enumerated() { buffer[index] = value }
      return buffer
    }
    let (w, u) = (weights(3 * units * inputs, 1), weights(3 * units * units, 2))
    let (b, c) = (weights(3 * units, 3), weights(3 * units, 4))
    let layer = GatedRecurrentUnit(
      units: units,
      inputWeights: WeightMatrixTests.matrix(rows: 3 * units, columns: inputs) { w[$0] },
      stateWeights: WeightMatrixTests.matrix(rows: 3 * units, columns: units) { u[$0] },
      inputBias: buffer(b), stateBias: buffer(c))
    var h = [Double](repeating: 0, count: units)
    for step in 0..<20 {
      let x = (0..<inputs).map { Float(cos(Double(step * inputs + $0))) }
      let input = buffer(x)
      layer.update(input.pointer)
      _ = input.count  // it lives until here
      func gate(_ gate: Int, _ unit: Int) -> (input: Double, state: Double) {
        let row = gate * units + unit
        let fromInput = (0..<inputs).reduce(Double(b[row])) { $0 + Double(w[row * inputs + $1]) * Double(x[$1]) }
        let fromState = (0..<units).reduce(Double(c[row])) { $0 + Double(u[row * units + $1]) * h[$1] }
        return (fromInput, fromState)
      }
      func sigmoid(_ x: Double) -> Double { 1 / (1 + exp(-x)) }
      h = (0..<units).map { unit in
        let (r, z, n) = (gate(0, unit), gate(1, unit), gate(2, unit))
        let candidate = tanh(n.input + sigmoid(r.input + r.state) * n.state)
        let keep = sigmoid(z.input + z.state)
        return (1 - keep) * candidate + keep * h[unit]
      }
    }
    #expect(h.contains { abs($0) > 0.3 })
    // Sixteen products of values in steps of 1/16383 with weights of up to 1, over and over.
    for unit in 0..<units { #expect(abs(Double(layer.state[unit]) - h[unit]) < 3e-4) }
    layer.reset()
    for unit in 0..<units { #expect(layer.state[unit] == 0) }
  }
}
