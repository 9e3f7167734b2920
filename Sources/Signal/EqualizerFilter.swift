/// One section of an equalizer, at any sample rate. Build.
public struct EqualizerFilter: Equatable, Sendable {
  public enum Kind: Sendable { case peak, lowShelf, highShelf, lowPass, highPass }

  public var kind: Kind
  public var hz: Double
  public var decibels: Double = 0
  public var q: Double

  public init(kind: Kind, hz: Double, decibels: Double = 0, q: Double) {
    self.kind = kind
    self.hz = hz
    self.decibels = decibels
    self.q = q
  }

  /// Nil where the sample rate has no room for it.
  public func coefficients(sampleRate: Double) -> BiquadCoefficients? {
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
