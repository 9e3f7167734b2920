import Signal

/// A small recurrent network that estimates how much of each bin's power is speech.
///
/// Features → trunk, which sees all bands → band stage, the same in every band → one mask per band → bins. Trained offline on
/// simulated scenes: see `Training/README.md` for features, layers and loss. Build: `init`. Audio: the rest.
struct MaskNetwork: ~Copyable {
  let features: MaskFeatures
  private let trunk: MaskTrunk
  private var bandStage: BandStage
  private let masks: FloatBuffer

  init(path: String, grid: SeparationGrid) throws(WeightsError) {
    var file = try MaskNetworkFile(path: path)
    let layout = try MaskLayout(&file)
    let features = MaskFeatures(grid: grid, layout: layout)
    guard layout.inputs == features.count else { throw WeightsError(path, "is for other features") }
    let trunk = try MaskTrunk(&file, layout: layout)
    bandStage = try BandStage(&file, grid: grid, layout: layout)
    masks = FloatBuffer(count: SharedWeights.lanes(for: layout.bands))
    self.features = features
    self.trunk = trunk
  }

  @_noLocks mutating func reset() {
    features.reset()
    trunk.reset()
    bandStage.reset()
  }

  /// The speech presence of each bin of a hop, part by part, ready with `.refine`; `spectra`: W Y Z X.
  @_noLocks mutating func update(_ part: HopPart, _ spectra: borrowing Spectra, into presence: borrowing FloatBuffer) {
    switch part {
    case .hear: features.update(spectra)
    case .recognise: trunk.update(features.values)
    case .refine:
      bandStage.update(trunk, field: features.spatial, into: masks)
      features.bands.interpolate(masks, into: presence.pointer)
    case .separate: break
    }
  }
}
