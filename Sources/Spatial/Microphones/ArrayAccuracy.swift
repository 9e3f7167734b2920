import CPlatform

/// Where an array's field is what it should be. Build.
public struct ArrayAccuracy: Sendable {
  /// Hertz, of W, Y, Z and X: where a channel follows its own pattern within 3 dB, and more than anything else; nil where it never
  /// does.
  public let bands: [ClosedRange<Double>?]

  /// Of the bins of one channel in order of frequency: the amplitude of its own pattern, 1 where it is right, and the power of all
  /// it holds, re that of its own pattern.
  struct Bin {
    let own, power: Double

    var isRight: Bool { own > 0.708 && own < 1.412 && power - own * own < own * own }
  }

  /// `bins`: from bin 1 on, for each channel. The widest band counts, in octaves.
  init(_ bins: [[Bin]], hzPerBin: Double) {
    bands = bins.map { bins in
      var best: ClosedRange<Double>?
      var start: Int?
      for index in 0...bins.count {
        if index < bins.count && bins[index].isRight {
          if start == nil { start = index }
        } else if let first = start {
          let found = hzPerBin * Double(first + 1)...hzPerBin * Double(index)
          if best.map({ found.upperBound / found.lowerBound > $0.upperBound / $0.lowerBound }) ?? true { best = found }
          start = nil
        }
      }
      return best
    }
  }
}
