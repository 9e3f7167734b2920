import CPlatform
import Signal

/// What a file's equalization does to two channels. Minimum phase, no latency.
///
/// Build: `init`. Audio: the rest; about 3 cycles per frame and section, nothing where there is none.
public struct EqualizerCascade: ~Copyable {
  private let sections: SectionCascade
  /// A file was chosen, whatever it says.
  let isChosen: Bool

  /// Flat.
  public init() {
    sections = SectionCascade([])
    isChosen = false
  }

  public init(_ equalization: Equalization, sampleRate: Double) {
    let fit = CurveFit(equalization.curve, sampleRate: sampleRate)
    sections = SectionCascade(
      (equalization.filters + fit.filters).compactMap { $0.coefficients(sampleRate: sampleRate) },
      gain: nf_pow(10, (equalization.preampDecibels + fit.gainDecibels) / 20))
    isChosen = true
  }

  var isFlat: Bool { @_noLocks get { sections.isFlat } }

  @_noLocks func reset() { sections.reset() }

  /// In place; frames must be finite.
  @_noLocks
  func process(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, frames: Int) {
    sections.process(left, right, frames: frames)
  }
}
