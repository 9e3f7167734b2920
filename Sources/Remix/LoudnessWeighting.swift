import Signal

/// Weights per bin that turn power into the power that loudness counts. Build.
enum LoudnessWeighting {
  /// One factor per bin.
  static func weights(grid: SeparationGrid) -> FloatBuffer {
    let rate = grid.sampleRate
    let shelf = KWeighting.shelf(sampleRate: rate)
    let highPass = KWeighting.highPass(sampleRate: rate)
    let weights = FloatBuffer(count: Spectra.lanes(for: grid.bins))
    for bin in 0..<grid.bins {
      let hz = Double(bin) * grid.binSpacingHz
      weights[bin] = Float(
        shelf.powerResponse(atHz: hz, sampleRate: rate) * highPass.powerResponse(atHz: hz, sampleRate: rate))
    }
    return weights
  }
}
