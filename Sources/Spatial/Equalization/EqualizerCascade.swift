import CPlatform
import Signal

/// Second-order sections for two channels at once, one after the other, in double precision. No latency.
///
/// Build: `init`. Audio: the rest; about 3 cycles per frame and section, nothing where there is none.
public struct EqualizerCascade: ~Copyable {
  private struct Section {
    let b0, b1, b2, a1, a2: Double
    var first = SIMD2<Double>.zero
    var second = SIMD2<Double>.zero
  }

  private let sections: UnsafeMutablePointer<Section>
  private let count: Int
  private let gain: Double
  /// A file was chosen, whatever it says.
  let isChosen: Bool

  /// Flat.
  public init() { self.init([], gain: 1, isChosen: false) }

  public init(_ equalization: Equalization, sampleRate: Double) {
    let fit = CurveFit(equalization.curve, sampleRate: sampleRate)
    self.init(
      (equalization.filters + fit.filters).compactMap { $0.coefficients(sampleRate: sampleRate) },
      gain: nf_pow(10, (equalization.preampDecibels + fit.gainDecibels) / 20), isChosen: true)
  }

  private init(_ coefficients: [BiquadCoefficients], gain: Double, isChosen: Bool) {
    count = coefficients.count
    self.gain = gain
    self.isChosen = isChosen
    sections = .allocate(capacity: max(1, coefficients.count))
    for (index, c) in coefficients.enumerated() {
      (sections + index).initialize(to: Section(b0: c.b0, b1: c.b1, b2: c.b2, a1: c.a1, a2: c.a2))
    }
  }

  deinit { sections.deallocate() }

  var isFlat: Bool { @_noLocks get { count == 0 && gain == 1 } }

  @_noLocks func reset() {
    for index in 0..<count {
      sections[index].first = .zero
      sections[index].second = .zero
    }
  }

  /// In place; frames must be finite.
  @_noLocks
  func process(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, frames: Int) {
    if isFlat { return }
    for frame in 0..<frames {
      // Sections inside: those of the next frame begin while this one's are on their way.
      var x = SIMD2(Double(left[frame]), Double(right[frame])) * gain
      for index in 0..<count {
        let section = sections + index
        let y = section.pointee.b0 * x + section.pointee.first
        section.pointee.first = section.pointee.b1 * x - section.pointee.a1 * y + section.pointee.second
        section.pointee.second = section.pointee.b2 * x - section.pointee.a2 * y
        x = y
      }
      left[frame] = Float(x[0])
      right[frame] = Float(x[1])
    }
  }
}
