import Signal

/// One section of an equalizer, at any sample rate. Build.
struct EqualizerFilter: Equatable {
  enum Kind { case peak, lowShelf, highShelf, lowPass, highPass }

  var kind: Kind
  var hz: Double
  var decibels: Double = 0
  var q: Double

  /// Nil where the sample rate has no room for it.
  func coefficients(sampleRate: Double) -> BiquadCoefficients? {
    guard hz < 0.49 * sampleRate else { return nil }
    return switch kind {
    case .peak: .peak(centreHz: hz, gainDecibels: decibels, q: q, sampleRate: sampleRate)
    case .lowShelf: .lowShelf(cornerHz: hz, gainDecibels: decibels, q: q, sampleRate: sampleRate)
    case .highShelf: .highShelf(cornerHz: hz, gainDecibels: decibels, q: q, sampleRate: sampleRate)
    case .lowPass: .lowPass(cutoffHz: hz, q: q, sampleRate: sampleRate)
    case .highPass: .highPass(cutoffHz: hz, q: q, sampleRate: sampleRate)
    }
  }
}
