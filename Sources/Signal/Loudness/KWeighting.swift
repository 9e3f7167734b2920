/// The two filters that loudness is heard through (K-weighting): a shelf for the head, and a high-pass. Build.
///
/// Source: ITU-R BS.1770-5 (2023), annex 1, which gives their coefficients at 48 kHz; the corners and qualities behind them, for any
/// rate, are from B. De Man, "Evaluation of implementations of the EBU R128 loudness measurement" (AES 145, 2018).
public enum KWeighting {
  public static func shelf(sampleRate: Double) -> BiquadCoefficients {
    // The corner is 1682 Hz where the denominator has its own; the cookbook counts from the middle of the slope, 1 dB below.
    .highShelf(cornerHz: 1499.07, gainDecibels: 3.99984, q: 0.707175, sampleRate: sampleRate)
  }

  public static func highPass(sampleRate: Double) -> BiquadCoefficients {
    var section = BiquadCoefficients.highPass(cutoffHz: 38.13547, q: 0.500327, sampleRate: sampleRate)
    // The standard's numerator is 1 −2 1 at 48 kHz, where it lets high frequencies gain 0.04 dB.
    let gain = 1.004995
    section.b0 *= gain
    section.b1 *= gain
    section.b2 *= gain
    return section
  }

  /// In dB: what turns the mean square of a weighted channel into LUFS.
  static var offset: Double { -0.691 }
}
