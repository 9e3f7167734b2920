/// A layer of gated recurrent units.
///
/// r = σ(Wᵣx + bᵣ + Uᵣh + cᵣ), z = σ(W_z x + b_z + U_z h + c_z), n = tanh(Wₙx + bₙ + r·(Uₙh + cₙ)), h ← (1 − z)·n + z·h.
/// Source: K. Cho et al. (2014), "Learning phrase representations using RNN encoder-decoder", EMNLP, eq. 5 to 8, with the reset
/// gate after the product. Build: `init`. Audio: the rest.
public struct GatedRecurrentUnit: ~Copyable {
  public let units: Int
  /// h: the output, `units` floats.
  public let state: FloatBuffer
  private let inputWeights: WeightMatrix
  private let stateWeights: WeightMatrix
  private let inputBias: FloatBuffer
  private let stateBias: FloatBuffer
  private let fromInput: FloatBuffer
  private let fromState: FloatBuffer

  /// Weights: 3·`units` rows, gates r, z, n; `units`: a multiple of 8.
  public init(
    units: Int, inputWeights: consuming WeightMatrix, stateWeights: consuming WeightMatrix,
    inputBias: consuming FloatBuffer, stateBias: consuming FloatBuffer
  ) {
    precondition(units % 8 == 0 && inputWeights.rows == 3 * units && stateWeights.rows == 3 * units)
    self.units = units
    state = FloatBuffer(count: units)
    fromInput = FloatBuffer(count: inputWeights.paddedRows)
    fromState = FloatBuffer(count: stateWeights.paddedRows)
    self.inputWeights = inputWeights
    self.stateWeights = stateWeights
    self.inputBias = inputBias
    self.stateBias = stateBias
  }

  @_noLocks public func reset() { state.clear() }

  /// Moves `state` on by one step.
  @_noLocks public func update(_ x: UnsafePointer<Float>) {
    inputWeights.multiply(x, into: fromInput.pointer)
    stateWeights.multiply(state.pointer, into: fromState.pointer)
    var unit = 0
    while unit < units {
      let reset = VectorMath.gate(input(0, unit) + recurrent(0, unit))
      let candidate = VectorMath.multiplyAdd(input(2, unit), reset, recurrent(2, unit))
      let h = VectorMath.load(state.pointer + unit)
      VectorMath.store(
        VectorMath.gated(h, keep: input(1, unit) + recurrent(1, unit), candidate: candidate), state.pointer + unit)
      unit += 8
    }
  }

  @inline(__always) @_noLocks private func input(_ gate: Int, _ unit: Int) -> VectorMath.Lanes {
    VectorMath.load(fromInput.pointer + gate * units + unit) + VectorMath.load(inputBias.pointer + gate * units + unit)
  }

  @inline(__always) @_noLocks private func recurrent(_ gate: Int, _ unit: Int) -> VectorMath.Lanes {
    VectorMath.load(fromState.pointer + gate * units + unit) + VectorMath.load(stateBias.pointer + gate * units + unit)
  }
}
