import Ambisonics
import CPlatform

/// Sound that was mixed for loudspeakers has its timbre from the front; what a head adds to all of it is colour.
extension HeadResponses {
  public enum FrontReference {
    /// The middle between two loudspeakers at ±30°, against the same signal in both ears.
    case pair
    /// That, and a centre loudspeaker against its signal at −3 dB in both ears, in equal shares.
    case pairAndCentre
  }

  /// Divides all responses by the level that sound from the front has at the ears, in bands of two thirds of an octave: so the
  /// front is as loud and as bright as on headphones without a head, and every other direction differs from it as it does
  /// in truth. Phases stay. At most 12 dB either way. Below `bassHz` levels are those there.
  public func flatten(_ reference: FrontReference) {
    extendBass()
    let (left, right) = (nearest(to: 30), nearest(to: -30))
    let centre = nearest(to: 0)
    var powers = [Double](repeating: 1, count: bins)
    for bin in 1..<bins {
      var (pair, middle) = (0.0, 0.0)
      for ear in 0..<2 {
        let (re, im) = (real(bin, ear: ear), imaginary(bin, ear: ear))
        let (sumRe, sumIm) = (Double(re[left] + re[right]), Double(im[left] + im[right]))
        pair += 0.5 * (sumRe * sumRe + sumIm * sumIm)
        // Re a power of 1/2.
        middle += Double(re[centre] * re[centre] + im[centre] * im[centre])
      }
      powers[bin] = reference == .pair ? pair : nf_sqrt(pair * middle)
    }
    for bin in 1..<bins {
      let (low, high) = (Int(Double(bin) * 0.794 + 0.5), min(bins - 1, Int(Double(bin) * 1.26 + 0.5)))
      var (sum, total) = (0.0, 0.0)
      for other in max(1, low)...max(1, high) {
        sum += powers[other] / Double(other)
        total += 1 / Double(other)
      }
      let gain = Float(min(max(1 / nf_sqrt(max(sum / total, 1e-12)), 0.25), 4))
      scale(bin, by: gain)
      if bin == 1 { scale(0, by: gain) }
    }
  }

  /// What loudspeakers of measurements do not reach: there a head is too small to matter.
  private static let bassHz = 250.0

  private func extendBass() {
    let edge = min(bins - 1, max(1, Int(HeadResponses.bassHz / binHz + 0.5)))
    for ear in 0..<2 {
      let (edgeRe, edgeIm) = (real(edge, ear: ear), imaginary(edge, ear: ear))
      for bin in 0..<edge {
        let (re, im) = (real(bin, ear: ear), imaginary(bin, ear: ear))
        for index in directions.indices {
          let wanted = nf_rt_sqrt(edgeRe[index] * edgeRe[index] + edgeIm[index] * edgeIm[index])
          let found = nf_rt_sqrt(re[index] * re[index] + im[index] * im[index])
          if bin == 0 || found < 1e-6 {
            (re[index], im[index]) = (wanted, 0)
          } else {
            re[index] *= wanted / found
            im[index] *= wanted / found
          }
        }
      }
    }
  }

  private func scale(_ bin: Int, by gain: Float) {
    for ear in 0..<2 {
      let (re, im) = (real(bin, ear: ear), imaginary(bin, ear: ear))
      for index in directions.indices {
        re[index] *= gain
        im[index] *= gain
      }
    }
  }

  /// The measured direction on the horizon that comes next to an azimuth.
  private func nearest(to azimuthDegrees: Float) -> Int {
    let wanted = Direction(azimuthDegrees: azimuthDegrees, elevationDegrees: 0)
    var (best, place) = (-Float.infinity, 0)
    for (index, direction) in directions.enumerated() {
      let cosine = direction.x * wanted.x + direction.y * wanted.y + direction.z * wanted.z
      if cosine > best { (best, place) = (cosine, index) }
    }
    return place
  }
}
