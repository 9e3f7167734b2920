import Ambisonics
import Signal

/// Splits the spectra of one hop into the speech image, the dialog, and what is left.
///
/// Speech presence per bin steers a 4×4 Wiener filter. Audio: `process`, each part once per hop.
struct Separator: ~Copyable {
  /// Mean powers over time, weighted like loudness: of speech while somebody speaks, of ambience always.
  private(set) var speechPower: Float = 0
  private(set) var ambiencePower: Float = 0
  private(set) var estimator: SpeechPresence
  private var closeVoice: CloseVoice
  private let filter: SpatialWienerFilter
  private let framed: FloatBuffer
  private let loudness: FloatBuffer
  private let levelShare: Float

  /// Channel of the outputs that holds the dialog; 0…3 hold the speech image.
  static var dialogChannel: Int { 4 }

  /// Build.
  init(grid: SeparationGrid, weights: String?, warn: (String) -> Void) {
    estimator = SpeechPresence(grid: grid, weights: weights, warn: warn)
    closeVoice = CloseVoice(grid: grid)
    filter = SpatialWienerFilter(grid: grid)
    framed = FloatBuffer(count: Spectra.lanes(for: grid.bins))
    loudness = LoudnessWeighting.weights(grid: grid)
    levelShare = grid.share(seconds: 4)
  }

  /// Audio.
  @_noLocks mutating func reset() {
    estimator.reset()
    closeVoice.reset()
    filter.reset()
    speechPower = 0
    ambiencePower = 0
  }

  /// Audio. `x`: W Y Z X, the same for all parts; `outputs`: 5 channels, the speech image and the dialog, ready with `.separate`.
  @_noLocks
  mutating func process(
    _ part: HopPart, _ x: borrowing Spectra, voice: Style.Voice, view: FieldOfView, into outputs: borrowing Spectra
  ) {
    estimator.update(part, x)
    guard part == .separate else { return }
    if voice == .framed {
      view.apply(to: estimator.presence, estimator.field, into: framed)
      separate(x, presence: framed, into: outputs)
    } else {
      separate(x, presence: estimator.presence, into: outputs)
    }
    let power = measure(x, outputs)
    if voice == .close {
      closeVoice.process(outputs, into: Self.dialogChannel, activity: estimator.activity, power: power)
    } else {
      copyPressure(outputs)
    }
  }

  @_noLocks
  private func separate(_ x: borrowing Spectra, presence: borrowing FloatBuffer, into outputs: borrowing Spectra) {
    filter.learn(x, presence: presence)
    filter.filter(x, presence: presence, into: outputs)
  }

  /// The dialog with its room is the omnidirectional channel of the speech image.
  @_noLocks private func copyPressure(_ outputs: borrowing Spectra) {
    var bin = 0
    while bin < outputs.lanes {
      ComplexLanes(outputs, channel: 0, bin: bin).store(outputs, channel: Self.dialogChannel, bin: bin)
      bin += 8
    }
  }

  /// Updates the mean powers; returns the speech's of this hop.
  @_noLocks private mutating func measure(_ x: borrowing Spectra, _ outputs: borrowing Spectra) -> Float {
    var (speech, ambience) = (VectorMath.Lanes.zero, VectorMath.Lanes.zero)
    var bin = 0
    while bin < x.lanes {
      let weight = VectorMath.load(loudness.pointer + bin)
      let s = ComplexLanes(outputs, channel: 0, bin: bin)
      let w = ComplexLanes(x, channel: 0, bin: bin)
      speech = VectorMath.multiplyAdd(speech, weight, s.squaredMagnitude)
      ambience = VectorMath.multiplyAdd(ambience, weight, ComplexLanes(w.re - s.re, w.im - s.im).squaredMagnitude)
      bin += 8
    }
    let (speechNow, ambienceNow) = (speech.sum(), ambience.sum())
    // The first sounds count in full: there is nothing yet to average with.
    let speechStep = speechPower == 0 ? 1 : levelShare * 4
    speechPower += speechStep * estimator.activity * (speechNow - speechPower)
    ambiencePower += (ambiencePower == 0 ? 1 : levelShare) * (ambienceNow - ambiencePower)
    return speechNow
  }
}
