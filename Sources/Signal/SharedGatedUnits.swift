/// Gated recurrent units in many places at once: the same weights in each, a state of its own in each.
///
/// The equations are those of `GatedRecurrentUnit`; the planes those of `SharedWeights`. Build: `init`. Audio: the rest.
public struct SharedGatedUnits: ~Copyable {
  public let units: Int
  public let places: Int
  /// h: the output, a plane per unit, zeros behind the last place.
  public let state: ChannelBuffer
  private let inputWeights: SharedWeights
  private let stateWeights: SharedWeights
  private let inputBias: FloatBuffer
  private let stateBias: FloatBuffer
  private let fromInput: ChannelBuffer
  private let fromState: ChannelBuffer

  /// Weights: 3·`units` rows, gates r, z, n.
  public init(
    units: Int, places: Int, inputWeights: consuming SharedWeights, stateWeights: consuming SharedWeights,
    inputBias: consuming FloatBuffer, stateBias: consuming FloatBuffer
  ) {
    precondition(inputWeights.rows == 3 * units && stateWeights.rows == 3 * units && stateWeights.channels == units)
    self.units = units
    self.places = places
    state = SharedWeights.planes(channels: units, places: places)
    fromInput = SharedWeights.planes(channels: 3 * units, places: places)
    fromState = SharedWeights.planes(channels: 3 * units, places: places)
    self.inputWeights = inputWeights
    self.stateWeights = stateWeights
    self.inputBias = inputBias
    self.stateBias = stateBias
  }

  @_noLocks public func reset() { state.clear() }

  /// Moves `state` on by one step; `x`: planes.
  @_noLocks public func update(_ x: borrowing ChannelBuffer) {
    inputWeights.multiply(x, places: places, into: fromInput)
    stateWeights.multiply(state, places: places, into: fromState)
    let lanes = SharedWeights.lanes(for: places)
    for unit in 0..<units {
      step(unit, lanes: lanes)
      for place in places..<lanes { state[unit][SharedWeights.margin + place] = 0 }
    }
  }

  /// One unit in all places.
  @_noLocks private func step(_ unit: Int, lanes: Int) {
    let (r, z, n) = (unit, units + unit, 2 * units + unit)
    let resetBias = VectorMath.Lanes(repeating: inputBias[r] + stateBias[r])
    let keepBias = VectorMath.Lanes(repeating: inputBias[z] + stateBias[z])
    let (inputs, states) = (VectorMath.Lanes(repeating: inputBias[n]), VectorMath.Lanes(repeating: stateBias[n]))
    let (inputR, inputZ, inputN) = (fromInput[r], fromInput[z], fromInput[n])
    let (stateR, stateZ, stateN) = (fromState[r], fromState[z], fromState[n])
    let h = state[unit]
    var place = SharedWeights.margin
    while place < SharedWeights.margin + lanes {
      let reset = VectorMath.gate(VectorMath.load(inputR + place) + VectorMath.load(stateR + place) + resetBias)
      let candidate = VectorMath.multiplyAdd(
        VectorMath.load(inputN + place) + inputs, reset, VectorMath.load(stateN + place) + states)
      let keep = VectorMath.load(inputZ + place) + VectorMath.load(stateZ + place) + keepBias
      VectorMath.store(VectorMath.gated(VectorMath.load(h + place), keep: keep, candidate: candidate), h + place)
      place += 8
    }
  }
}
