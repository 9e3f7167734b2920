import Ambisonics
import Signal

/// Splits the spectra of one hop into the speech image, the dialog, and what is left.
///
/// Speech presence per bin steers a 4×4 Wiener filter. Audio: `process`, each part once per hop.
struct Separator: ~Copyable {
  /// How loud the parts of the last hop are.
  private(set) var powers = PartPowers()
  private(set) var estimator: SpeechPresence
  private var closeVoice: CloseVoice
  private let filter: SpatialWienerFilter
  private let framed: FloatBuffer
  private let meter: PartMeter

  /// Channel of the outputs that holds the dialog; 0…3 hold the speech image.
  static var dialogChannel: Int { 4 }

  /// Build.
  init(grid: SeparationGrid, weights: String?, warn: (String) -> Void) {
    estimator = SpeechPresence(grid: grid, weights: weights, warn: warn)
    closeVoice = CloseVoice(grid: grid)
    filter = SpatialWienerFilter(grid: grid)
    framed = FloatBuffer(count: Spectra.lanes(for: grid.bins))
    meter = PartMeter(grid: grid)
  }

  /// Audio.
  @_noLocks mutating func reset() {
    estimator.reset()
    closeVoice.reset()
    filter.reset()
    powers = PartPowers()
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
    powers = meter.powers(x, outputs)
    if voice == .close {
      closeVoice.process(outputs, into: Self.dialogChannel, activity: estimator.activity, power: powers.speech)
      meter.addDialog(x, outputs, channel: Self.dialogChannel, to: &powers)
    }
  }

  @_noLocks
  private func separate(_ x: borrowing Spectra, presence: borrowing FloatBuffer, into outputs: borrowing Spectra) {
    filter.learn(x, presence: presence)
    filter.filter(x, presence: presence, into: outputs)
  }
}
