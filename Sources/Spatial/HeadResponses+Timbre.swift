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

  /// Divides all responses by the level that sound from the front has at the ears, in bands of an octave: so the front is
  /// as loud and as bright as on headphones without a head, and every other direction differs from it as it does in truth.
  /// Phases stay. At most 12 dB either way.
  public func flatten(_ reference: FrontReference) {
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
      let (low, high) = (Int(Double(bin) * 0.7071 + 0.5), min(bins - 1, Int(Double(bin) * 1.4142 + 0.5)))
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
