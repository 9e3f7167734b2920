import Signal

/// The part of the mask network that has the same weights in every band: corrects the trunk's mask from what a band and its
/// neighbours look like, and from where they come.
///
/// A convolution along the bands, gated recurrent units in each band, another convolution. What makes a bin a near voice's is
/// the same at all frequencies: so few weights learn from all bands. Source of the idea: X. Hao et al. (2021), "FullSubNet: a
/// full-band and sub-band fusion model for real-time single-channel speech enhancement", ICASSP; X. Li, R. Horaud (2019),
/// "Multichannel speech enhancement based on time-frequency masking using subband LSTM", WASPAA.
/// Build: `init`. Audio: the rest; about 1.4 million multiply-adds per hop.
struct BandStage: ~Copyable {
  private var agreement: TalkerAgreement
  /// Per band: features, the trunk's logit, agreements.
  private let local: ChannelBuffer
  private let mixed: ChannelBuffer
  private let trunkMask: FloatBuffer
  private let corrections: ChannelBuffer
  private let clarity: FloatBuffer
  /// A bias per channel and band.
  private let place: FloatBuffer
  private let mix: SharedWeights
  private let units: SharedGatedUnits
  private let last: SharedWeights
  private let lastBias: FloatBuffer
  private let bands, features: Int
  private let logitScale: Float

  init(_ file: inout MaskNetworkFile, grid: SeparationGrid, layout: MaskLayout) throws(WeightsError) {
    let (bands, mixedChannels, unitCount) = (layout.bands, layout.mixed, layout.bandUnits)
    let clarity = try file.reals(2 * mixedChannels)
    let place = try file.reals(mixedChannels * bands)
    let mixValues = try file.reals(mixedChannels * layout.local * layout.taps)
    let inputValues = try file.reals(3 * unitCount * mixedChannels)
    let stateValues = try file.reals(3 * unitCount * unitCount)
    let inputBias = try file.reals(3 * unitCount)
    let stateBias = try file.reals(3 * unitCount)
    let lastValues = try file.reals(unitCount * layout.lastTaps)
    let lastBias = try file.reals(1)
    agreement = TalkerAgreement(grid: grid, layout: layout)
    local = SharedWeights.planes(channels: layout.local, places: bands)
    mixed = SharedWeights.planes(channels: mixedChannels, places: bands)
    corrections = SharedWeights.planes(channels: 1, places: bands)
    trunkMask = FloatBuffer(count: SharedWeights.lanes(for: bands))
    mix = SharedWeights(
      rows: mixedChannels, channels: layout.local, taps: layout.taps, places: bands, values: mixValues)
    units = SharedGatedUnits(
      units: unitCount, places: bands,
      inputWeights: SharedWeights(rows: 3 * unitCount, channels: mixedChannels, places: bands, values: inputValues),
      stateWeights: SharedWeights(rows: 3 * unitCount, channels: unitCount, places: bands, values: stateValues),
      inputBias: inputBias,
      stateBias: stateBias)
    last = SharedWeights(rows: 1, channels: unitCount, taps: layout.lastTaps, places: bands, values: lastValues)
    self.bands = bands
    features = layout.featuresPerBand
    logitScale = layout.logitScale
    self.clarity = clarity
    self.place = place
    self.lastBias = lastBias
  }

  @_noLocks mutating func reset() {
    agreement.reset()
    units.reset()
  }

  /// `field`: as `MaskFeatures.field`; `masks`: 0…1 per band.
  @_noLocks mutating func update(
    _ trunk: borrowing MaskTrunk, field: borrowing ChannelBuffer, into masks: borrowing FloatBuffer
  ) {
    gather(trunk)
    agreement.update(mask: trunkMask.pointer, field: field, into: local, first: features + 1)
    mix.multiply(local, places: bands, into: mixed)
    finishMixing(trunk)
    units.update(mixed)
    last.multiply(units.state, places: bands, into: corrections)
    for band in 0..<bands {
      masks[band] = trunk.outputs[band] + corrections[0][SharedWeights.margin + band] + lastBias[0]
    }
    Self.applySigmoid(masks)
  }

  /// The trunk's mask, and what `local` takes from the trunk.
  @_noLocks private func gather(_ trunk: borrowing MaskTrunk) {
    for feature in 0..<features { copy(trunk.input.pointer + feature * bands, into: feature) }
    let logits = local[features] + SharedWeights.margin
    for band in 0..<bands {
      logits[band] = logitScale * trunk.outputs[band]
      trunkMask[band] = trunk.outputs[band]
    }
    Self.applySigmoid(trunkMask)
  }

  @_noLocks private func copy(_ values: UnsafePointer<Float>, into plane: Int) {
    let target = local[plane] + SharedWeights.margin
    for band in 0..<bands { target[band] = values[band] }
  }

  /// Biases of the band, of the trunk and of the clarities, and the rectifier.
  @_noLocks private func finishMixing(_ trunk: borrowing MaskTrunk) {
    for channel in 0..<mix.rows {
      let common =
        trunk.outputs[bands + channel] + clarity[2 * channel] * agreement.talkerClarity
        + clarity[2 * channel + 1] * agreement.surroundingsClarity
      let (values, own) = (mixed[channel] + SharedWeights.margin, place.pointer + channel * bands)
      for band in 0..<bands { values[band] = max(values[band] + common + own[band], 0) }
    }
  }

  @_noLocks private static func applySigmoid(_ values: borrowing FloatBuffer) {
    var index = 0
    while index < values.count {
      VectorMath.store(VectorMath.sigmoid(VectorMath.load(values.pointer + index)), values.pointer + index)
      index += 8
    }
  }
}
