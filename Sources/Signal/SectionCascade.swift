/// Second-order sections one after the other, the same for pairs of channels, in double precision. No latency.
///
/// Build: `init`. Audio: the rest; about 3 cycles per frame, section and pair, nothing where there is no section.
public struct SectionCascade: ~Copyable {
  private struct Section {
    let b0, b1, b2, a1, a2: Double
    var first = SIMD2<Double>.zero
    var second = SIMD2<Double>.zero
  }

  /// Those of one pair after those of the other.
  private let sections: UnsafeMutablePointer<Section>
  private let count: Int
  private let pairs: Int
  private let gain: Double

  /// `gain`: an amplitude, before the first section.
  public init(_ coefficients: [BiquadCoefficients], gain: Double = 1, pairs: Int = 1) {
    count = coefficients.count
    self.pairs = pairs
    self.gain = gain
    sections = .allocate(capacity: max(1, count * pairs))
    for index in 0..<count * pairs {
      let c = coefficients[index % count]
      (sections + index).initialize(to: Section(b0: c.b0, b1: c.b1, b2: c.b2, a1: c.a1, a2: c.a2))
    }
  }

  deinit { sections.deallocate() }

  public var isFlat: Bool { @_noLocks get { count == 0 && gain == 1 } }

  @_noLocks public func reset() {
    for index in 0..<count * pairs {
      sections[index].first = .zero
      sections[index].second = .zero
    }
  }

  /// In place; frames must be finite. The two may be one and the same channel.
  @_noLocks
  public func process(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, pair: Int = 0, frames: Int
  ) {
    if isFlat { return }
    assert(pair >= 0 && pair < pairs)
    let first = sections + pair * count
    for frame in 0..<frames {
      // Sections inside: those of the next frame begin while this one's are on their way.
      var x = SIMD2(Double(left[frame]), Double(right[frame])) * gain
      for index in 0..<count {
        let section = first + index
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
