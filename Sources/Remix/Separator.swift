import Ambisonics
import Signal

/// Splits the spectra of one hop into the speech image, the dialog, and what is left.
///
/// Speech presence per bin steers a 4×4 Wiener filter. Audio: `process`, each part once per hop.
struct Separator: ~Copyable {
  /// Mean powers over time, weighted like loudness: of speech while somebody speaks, of ambience always.
  var speechPower: Float { @_noLocks get { speechMean.value } }
  var ambiencePower: Float { @_noLocks get { ambienceMean.value } }
  /// Of their product while somebody speaks: a mask leaves them alike.
  var crossPower: Float { @_noLocks get { crossMean.value } }
  /// The part of the time in which nobody speaks for longer than the 0.4 s that loudness looks at.
  var pauseShare: Float { @_noLocks get { pauseMean.value } }
  private var speechMean, ambienceMean, crossMean, activityMean, pauseMean: RunningMean
  private(set) var estimator: SpeechPresence
  private var closeVoice: CloseVoice
  private let filter: SpatialWienerFilter
  private let framed: FloatBuffer
  private let loudness: FloatBuffer

  /// Below it nobody speaks.
  private static var leastActivity: Float { @_noLocks get { 0.3 } }

  /// Channel of the outputs that holds the dialog; 0…3 hold the speech image.
  static var dialogChannel: Int { 4 }

  /// Build.
  init(grid: SeparationGrid, weights: String?, warn: (String) -> Void) {
    estimator = SpeechPresence(grid: grid, weights: weights, warn: warn)
    closeVoice = CloseVoice(grid: grid)
    filter = SpatialWienerFilter(grid: grid)
    framed = FloatBuffer(count: Spectra.lanes(for: grid.bins))
    loudness = LoudnessWeighting.weights(grid: grid)
    speechMean = RunningMean(share: grid.share(seconds: 4))
    (ambienceMean, crossMean) = (speechMean, speechMean)
    activityMean = RunningMean(share: grid.share(seconds: 0.4))
    pauseMean = RunningMean(share: grid.share(seconds: 8))
  }

  /// Audio.
  @_noLocks mutating func reset() {
    estimator.reset()
    closeVoice.reset()
    filter.reset()
    speechMean.reset()
    ambienceMean.reset()
    crossMean.reset()
    activityMean.reset()
    pauseMean.reset()
  }

  /// Audio. `x`: W Y Z X, the same for all parts; `outputs`: 5 channels, the speech image and, for a close voice, the dialog, ready
  /// with `.separate`. Any other dialog is W of the speech image.
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
    }
  }

  @_noLocks
  private func separate(_ x: borrowing Spectra, presence: borrowing FloatBuffer, into outputs: borrowing Spectra) {
    filter.learn(x, presence: presence)
    filter.filter(x, presence: presence, into: outputs)
  }

  /// Updates the mean powers; returns the speech's of this hop.
  @_noLocks private mutating func measure(_ x: borrowing Spectra, _ outputs: borrowing Spectra) -> Float {
    var (speech, ambience, whole) = (VectorMath.Lanes.zero, VectorMath.Lanes.zero, VectorMath.Lanes.zero)
    var bin = 0
    while bin < x.lanes {
      let weight = VectorMath.load(loudness.pointer + bin)
      let s = ComplexLanes(outputs, channel: 0, bin: bin)
      let w = ComplexLanes(x, channel: 0, bin: bin)
      speech = VectorMath.multiplyAdd(speech, weight, s.squaredMagnitude)
      ambience = VectorMath.multiplyAdd(ambience, weight, ComplexLanes(w.re - s.re, w.im - s.im).squaredMagnitude)
      whole = VectorMath.multiplyAdd(whole, weight, w.squaredMagnitude)
      bin += 8
    }
    let (speechNow, ambienceNow) = (speech.sum(), ambience.sum())
    speechMean.add(speechNow, weight: estimator.activity)
    ambienceMean.add(ambienceNow)
    activityMean.add(estimator.activity)
    pauseMean.add(max(1 - activityMean.value / Self.leastActivity, 0))
    crossMean.add(0.5 * (whole.sum() - speechNow - ambienceNow), weight: estimator.activity)
    return speechNow
  }
}
