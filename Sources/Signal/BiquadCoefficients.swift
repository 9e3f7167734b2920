import CPlatform

/// Coefficients of a second-order section, normalised to a₀ = 1.
///
/// Source: R. Bristow-Johnson, "Cookbook formulae for audio equalizer biquad filter coefficients" (W3C note, 2021).
public struct BiquadCoefficients {
  public var b0, b1, b2, a1, a2: Double

  public static func lowPass(cutoffHz: Double, q: Double = 0.7071, sampleRate: Double) -> BiquadCoefficients {
    let (cosine, alpha) = terms(cutoffHz, q, sampleRate)
    return normalised((1 - cosine) / 2, 1 - cosine, (1 - cosine) / 2, 1 + alpha, -2 * cosine, 1 - alpha)
  }

  public static func highPass(cutoffHz: Double, q: Double = 0.7071, sampleRate: Double) -> BiquadCoefficients {
    let (cosine, alpha) = terms(cutoffHz, q, sampleRate)
    return normalised((1 + cosine) / 2, -1 - cosine, (1 + cosine) / 2, 1 + alpha, -2 * cosine, 1 - alpha)
  }

  public static func peak(
    centreHz: Double, gainDecibels: Double, q: Double, sampleRate: Double
  ) -> BiquadCoefficients {
    let (cosine, alpha) = terms(centreHz, q, sampleRate)
    let a = nf_pow(10, gainDecibels / 40)
    return normalised(1 + alpha * a, -2 * cosine, 1 - alpha * a, 1 + alpha / a, -2 * cosine, 1 - alpha / a)
  }

  public static func lowShelf(
    cornerHz: Double, gainDecibels: Double, q: Double = 0.7071, sampleRate: Double
  ) -> BiquadCoefficients {
    let (cosine, alpha) = terms(cornerHz, q, sampleRate)
    let a = nf_pow(10, gainDecibels / 40)
    let slope = 2 * nf_sqrt(a) * alpha
    return normalised(
      a * ((a + 1) - (a - 1) * cosine + slope), 2 * a * ((a - 1) - (a + 1) * cosine),
      a * ((a + 1) - (a - 1) * cosine - slope), (a + 1) + (a - 1) * cosine + slope,
      -2 * ((a - 1) + (a + 1) * cosine), (a + 1) + (a - 1) * cosine - slope)
  }

  public static func highShelf(
    cornerHz: Double, gainDecibels: Double, q: Double = 0.7071, sampleRate: Double
  ) -> BiquadCoefficients {
    let (cosine, alpha) = terms(cornerHz, q, sampleRate)
    let a = nf_pow(10, gainDecibels / 40)
    let slope = 2 * nf_sqrt(a) * alpha
    return normalised(
      a * ((a + 1) + (a - 1) * cosine + slope), -2 * a * ((a - 1) + (a + 1) * cosine),
      a * ((a + 1) + (a - 1) * cosine - slope), (a + 1) - (a - 1) * cosine + slope,
      2 * ((a - 1) - (a + 1) * cosine), (a + 1) - (a - 1) * cosine - slope)
  }

  /// Any. |H|² at a frequency.
  public func powerResponse(atHz hz: Double, sampleRate: Double) -> Double {
    let omega = 2 * Double.pi * hz / sampleRate
    let (c1, c2) = (nf_cos(omega), nf_cos(2 * omega))
    func power(_ x0: Double, _ x1: Double, _ x2: Double) -> Double {
      x0 * x0 + x1 * x1 + x2 * x2 + 2 * (x0 * x1 + x1 * x2) * c1 + 2 * x0 * x2 * c2
    }
    // Rounding can leave a zero of the filter slightly below 0.
    return max(power(b0, b1, b2), 0) / power(1, a1, a2)
  }

  /// cos ω and α; the corner is held below 0.49 of the sample rate.
  private static func terms(_ hz: Double, _ q: Double, _ sampleRate: Double) -> (cosine: Double, alpha: Double) {
    let omega = 2 * Double.pi * min(hz, 0.49 * sampleRate) / sampleRate
    return (nf_cos(omega), nf_sin(omega) / (2 * q))
  }

  private static func normalised(
    _ b0: Double, _ b1: Double, _ b2: Double, _ a0: Double, _ a1: Double, _ a2: Double
  ) -> BiquadCoefficients {
    BiquadCoefficients(b0: b0 / a0, b1: b1 / a0, b2: b2 / a0, a1: a1 / a0, a2: a2 / a0)
  }
}
