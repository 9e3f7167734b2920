import Signal

/// Measures the parts of a remix in the spectra of a hop. Audio but for `init`.
struct PartMeter: ~Copyable {
  private let loudness: FloatBuffer

  /// Build.
  init(grid: SeparationGrid) { loudness = LoudnessWeighting.weights(grid: grid) }

  /// `x`: W first; `image`: W of the speech image first, which is the dialog too.
  @_noLocks func powers(_ x: borrowing Spectra, _ image: borrowing Spectra) -> PartPowers {
    var (whole, speech, product) = (VectorMath.Lanes.zero, VectorMath.Lanes.zero, VectorMath.Lanes.zero)
    var bin = 0
    while bin < x.lanes {
      let weight = VectorMath.load(loudness.pointer + bin)
      let (w, s) = (ComplexLanes(x, channel: 0, bin: bin), ComplexLanes(image, channel: 0, bin: bin))
      whole = VectorMath.multiplyAdd(whole, weight, w.squaredMagnitude)
      speech = VectorMath.multiplyAdd(speech, weight, s.squaredMagnitude)
      product = VectorMath.multiplyAdd(product, weight, w.timesConjugate(s).re)
      bin += 8
    }
    return PartPowers(whole: whole.sum(), speech: speech.sum(), wholeSpeech: product.sum())
  }

  /// Puts the dialog of that channel of `image` into `powers`.
  @_noLocks
  func addDialog(_ x: borrowing Spectra, _ image: borrowing Spectra, channel: Int, to powers: inout PartPowers) {
    var (dialog, whole, speech) = (VectorMath.Lanes.zero, VectorMath.Lanes.zero, VectorMath.Lanes.zero)
    var bin = 0
    while bin < x.lanes {
      let weight = VectorMath.load(loudness.pointer + bin)
      let d = ComplexLanes(image, channel: channel, bin: bin)
      dialog = VectorMath.multiplyAdd(dialog, weight, d.squaredMagnitude)
      whole = VectorMath.multiplyAdd(whole, weight, ComplexLanes(x, channel: 0, bin: bin).timesConjugate(d).re)
      speech = VectorMath.multiplyAdd(speech, weight, ComplexLanes(image, channel: 0, bin: bin).timesConjugate(d).re)
      bin += 8
    }
    powers.replaceDialog(dialog.sum(), wholeDialog: whole.sum(), speechDialog: speech.sum())
  }
}
