import CPlatform
import Signal

/// Weights per bin that turn power into the power that loudness counts (K-weighting), from ITU-R BS.1770-5, annex 1: a high
/// shelf for the head and a high-pass, here as filters of the same corner and gain at any rate. Build.
enum LoudnessWeighting {
  /// One factor per bin.
  static func weights(grid: SeparationGrid) -> FloatBuffer {
    let rate = grid.sampleRate
    let shelf = BiquadCoefficients.highShelf(cornerHz: 1500, gainDecibels: 4, sampleRate: rate)
    let highPass = BiquadCoefficients.highPass(cutoffHz: 38, q: 0.5, sampleRate: rate)
    let weights = FloatBuffer(count: Spectra.lanes(for: grid.bins))
    for bin in 0..<grid.bins {
      let hz = Double(bin) * grid.binSpacingHz
      weights[bin] = Float(
        shelf.powerResponse(atHz: hz, sampleRate: rate) * highPass.powerResponse(atHz: hz, sampleRate: rate))
    }
    return weights
  }
}
