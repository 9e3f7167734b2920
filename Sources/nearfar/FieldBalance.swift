import Signal

/// How the energies of W and of Y Z X compare between 300 Hz and 2 kHz, which tells how a file is scaled: in SN3D both are
/// equal for any sound field of plane waves that come one after the other or at random; N3D has three times as much in Y Z X, and
/// FuMa, with its W 3 dB lower, twice. Source: Daniel (2000), sections 3.1 and 3.3.
struct FieldBalance {
  private var low = [Double](repeating: 0, count: 4)
  private var high = [Double](repeating: 0, count: 4)
  private var energies = [Double](repeating: 0, count: 4)
  private let lowShare, highShare: Double

  init(sampleRate: Int) {
    lowShare = min(1, 2 * .pi * 300 / Double(sampleRate))
    highShare = min(1, 2 * .pi * 2000 / Double(sampleRate))
  }

  /// The first four channels.
  mutating func add(_ audio: borrowing ChannelBuffer, frames: Int) {
    for channel in 0..<4 {
      var (low, high, energy) = (low[channel], high[channel], 0.0)
      for frame in 0..<frames {
        let sample = Double(audio[channel][frame])
        guard sample.isFinite else { continue }
        low += lowShare * (sample - low)
        high += highShare * (sample - low - high)
        energy += high * high
      }
      (self.low[channel], self.high[channel]) = (low, high)
      energies[channel] += energy
    }
  }

  /// (Y² + Z² + X²) / W²; nil where W is silent.
  var ratio: Double? {
    energies[0] > 0 ? (energies[1] + energies[2] + energies[3]) / energies[0] : nil
  }

  /// What it speaks for. Microphones stray by a decibel or two; what lies between is not told.
  var meaning: String? {
    guard let ratio else { return nil }
    switch ratio {
    case 0.5...1.45: return "agrees with SN3D"
    case 1.75...2.4: return "looks like FuMa (--convention fuma)"
    case 2.6..<4: return "looks like N3D (--convention n3d), or like capsules that are not encoded yet"
    case 4...: return "W is far below Y Z X: another order of channels, or the noise of a quiet place"
    case ..<0.5: return "little direction: much of it is equal from everywhere, or Y Z X are low"
    default: return nil
    }
  }
}
