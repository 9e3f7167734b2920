import Signal

/// The part of the mask network that sees all bands at once: dense layer, two layers of gated recurrent units, one matrix of outputs.
///
/// Build: `init`. Audio: the rest; about 0.5 million multiply-adds per hop.
struct MaskTrunk: ~Copyable {
  /// Normalised features, padded with zeros.
  let input: FloatBuffer
  /// A first mask's logit per band, and what all bands share.
  let outputs: FloatBuffer
  private let mean: FloatBuffer
  private let scale: FloatBuffer
  private let dense: WeightMatrix
  private let denseBias: FloatBuffer
  private let hidden: FloatBuffer
  private let first: GatedRecurrentUnit
  private let second: GatedRecurrentUnit
  private let sum: FloatBuffer
  private let out: WeightMatrix
  private let outBias: FloatBuffer

  init(_ file: inout MaskNetworkFile, layout: MaskLayout) throws(WeightsError) {
    let (units, rows) = (layout.units, layout.trunkOutputs)
    let mean = try file.reals(layout.paddedInputs)
    let scale = try file.reals(layout.paddedInputs)
    let denseBias = try file.reals(layout.dense)
    let firstInputBias = try file.reals(3 * units)
    let firstStateBias = try file.reals(3 * units)
    let secondInputBias = try file.reals(3 * units)
    let secondStateBias = try file.reals(3 * units)
    let outBias = try file.reals(rows)
    let dense = try file.matrix(rows: layout.dense, columns: layout.paddedInputs)
    let firstInput = try file.matrix(rows: 3 * units, columns: layout.dense)
    let firstState = try file.matrix(rows: 3 * units, columns: units)
    let secondInput = try file.matrix(rows: 3 * units, columns: units)
    let secondState = try file.matrix(rows: 3 * units, columns: units)
    let out = try file.matrix(rows: rows, columns: units)
    input = FloatBuffer(count: layout.paddedInputs)
    hidden = FloatBuffer(count: dense.paddedRows)
    sum = FloatBuffer(count: units)
    outputs = FloatBuffer(count: out.paddedRows)
    first = GatedRecurrentUnit(
      units: units, inputWeights: firstInput, stateWeights: firstState, inputBias: firstInputBias,
      stateBias: firstStateBias)
    second = GatedRecurrentUnit(
      units: units, inputWeights: secondInput, stateWeights: secondState, inputBias: secondInputBias,
      stateBias: secondStateBias)
    self.mean = mean
    self.scale = scale
    self.dense = dense
    self.denseBias = denseBias
    self.out = out
    self.outBias = outBias
  }

  @_noLocks func reset() {
    first.reset()
    second.reset()
  }

  @_noLocks func update(_ features: borrowing FloatBuffer) {
    for index in 0..<features.count {
      input[index] = min(max((features[index] - mean[index]) * scale[index], -6), 6)
    }
    dense.multiply(input.pointer, into: hidden.pointer)
    for row in 0..<dense.rows { hidden[row] = max(hidden[row] + denseBias[row], 0) }
    first.update(hidden.pointer)
    second.update(first.state.pointer)
    for unit in 0..<sum.count { sum[unit] = first.state[unit] + second.state[unit] }
    out.multiply(sum.pointer, into: outputs.pointer)
    for row in 0..<out.rows { outputs[row] += outBias[row] }
  }
}
