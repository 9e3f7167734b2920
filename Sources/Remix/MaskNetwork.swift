import Signal

/// A small recurrent network that estimates how much of each bin's power is speech.
///
/// Features → dense → two layers of gated recurrent units → one mask per band → bins. Trained offline on simulated scenes: see
/// `Training/README.md` for features, layers and loss. Build: `init`. Audio: the rest; about 0.5 million multiply-adds per hop.
struct MaskNetwork: ~Copyable {
  let features: MaskFeatures
  private let mean: FloatBuffer
  private let scale: FloatBuffer
  private let input: FloatBuffer
  private let dense: WeightMatrix
  private let denseBias: FloatBuffer
  private let hidden: FloatBuffer
  private let first: GatedRecurrentUnit
  private let second: GatedRecurrentUnit
  private let sum: FloatBuffer
  private let out: WeightMatrix
  private let outBias: FloatBuffer
  private let masks: FloatBuffer

  init(path: String, grid: SeparationGrid) throws(WeightsError) {
    var file = try MaskNetworkFile(path: path)
    let layout = try MaskLayout(&file)
    let features = MaskFeatures(grid: grid, layout: layout)
    guard layout.inputs == features.count else { throw WeightsError(path, "is for other features") }
    let mean = try file.reals(layout.paddedInputs)
    let scale = try file.reals(layout.paddedInputs)
    let units = layout.units
    let denseBias = try file.reals(layout.dense)
    let firstInputBias = try file.reals(3 * units)
    let firstStateBias = try file.reals(3 * units)
    let secondInputBias = try file.reals(3 * units)
    let secondStateBias = try file.reals(3 * units)
    let outBias = try file.reals(layout.bands)
    let dense = try file.matrix(rows: layout.dense, columns: layout.paddedInputs)
    let firstInput = try file.matrix(rows: 3 * units, columns: layout.dense)
    let firstState = try file.matrix(rows: 3 * units, columns: units)
    let secondInput = try file.matrix(rows: 3 * units, columns: units)
    let secondState = try file.matrix(rows: 3 * units, columns: units)
    let out = try file.matrix(rows: layout.bands, columns: units)
    input = FloatBuffer(count: layout.paddedInputs)
    hidden = FloatBuffer(count: dense.paddedRows)
    sum = FloatBuffer(count: units)
    masks = FloatBuffer(count: out.paddedRows)
    first = GatedRecurrentUnit(
      units: units, inputWeights: firstInput, stateWeights: firstState, inputBias: firstInputBias,
      stateBias: firstStateBias)
    second = GatedRecurrentUnit(
      units: units, inputWeights: secondInput, stateWeights: secondState, inputBias: secondInputBias,
      stateBias: secondStateBias)
    self.features = features
    self.mean = mean
    self.scale = scale
    self.dense = dense
    self.denseBias = denseBias
    self.out = out
    self.outBias = outBias
  }

  @_noLocks mutating func reset() {
    features.reset()
    first.reset()
    second.reset()
  }

  /// The speech presence of each bin of this hop; `spectra`: W Y Z X.
  @_noLocks mutating func update(_ spectra: borrowing Spectra, into presence: borrowing FloatBuffer) {
    features.update(spectra)
    infer()
    features.bands.interpolate(masks, into: presence.pointer)
  }

  /// From `features.values` to `masks`.
  @_noLocks private func infer() {
    for index in 0..<features.count {
      input[index] = min(max((features.values[index] - mean[index]) * scale[index], -6), 6)
    }
    dense.multiply(input.pointer, into: hidden.pointer)
    for row in 0..<dense.rows { hidden[row] = max(hidden[row] + denseBias[row], 0) }
    first.update(hidden.pointer)
    second.update(first.state.pointer)
    for unit in 0..<sum.count { sum[unit] = first.state[unit] + second.state[unit] }
    out.multiply(sum.pointer, into: masks.pointer)
    for band in 0..<out.rows { masks[band] += outBias[band] }
    var band = 0
    while band < masks.count {
      VectorMath.store(VectorMath.sigmoid(VectorMath.load(masks.pointer + band)), masks.pointer + band)
      band += 8
    }
  }
}
