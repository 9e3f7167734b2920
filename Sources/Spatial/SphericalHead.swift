import CPlatform
import Signal

/// Head-related responses of a rigid sphere, for when no measured ones can be had: times and shadows are right, what the
/// outer ears do is missing.
///
/// Source: C. P. Brown, R. O. Duda (1998), "A structural model for binaural sound synthesis", IEEE Trans. Speech and Audio
/// Processing 6(5), eqs. 3 (shadow) and 5 (delay, after Woodworth). Build.
public enum SphericalHead {
  private static let radiusMetres = 0.0875
  private static let speedOfSound = 343.0

  public static func responses(sampleRate: Double, directions count: Int = 480) -> HeadResponses {
    let (size, _) = HeadResponses.transformSizes(for: sampleRate, measuredAt: sampleRate)
    let turn = Double.pi * (3 - nf_sqrt(5))
    var directions: [SIMD3<Float>] = []
    for point in 0..<count {
      let z = -1 + (2 * Double(point) + 1) / Double(count)
      let level = nf_sqrt(1 - z * z)
      directions.append(
        SIMD3(Float(nf_cos(turn * Double(point)) * level), Float(nf_sin(turn * Double(point)) * level), Float(z)))
    }
    let bins = min(size / 2 + 1, Int(20_000 / (sampleRate / Double(size))) + 1)
    let head = HeadResponses(
      directions: directions, weights: [Double](repeating: 1 / Double(count), count: count), sampleRate: sampleRate,
      transformSize: size, bins: bins)
    for bin in 0..<bins {
      for ear in 0..<2 {
        for index in 0..<count {
          let toEar = Double(ear == 0 ? directions[index].y : -directions[index].y)
          let value = response(cosine: toEar, hz: Double(bin) * head.binHz)
          head.real(bin, ear: ear)[index] = Float(value.re)
          head.imaginary(bin, ear: ear)[index] = Float(value.im)
        }
      }
    }
    return head
  }

  /// `cosine` of the angle between the source and the ear's axis.
  private static func response(cosine: Double, hz: Double) -> Complex {
    let angle = nf_acos(max(-1, min(1, cosine)))
    let travel = radiusMetres / speedOfSound
    // Re the head's centre, plus a delay that keeps all of it causal.
    let delay = (angle < .pi / 2 ? -cosine : angle - .pi / 2) * travel + 2 * travel
    let alpha = 1.05 + 0.95 * nf_cos(angle * 180 / 150)
    let omega = 2 * Double.pi * hz
    let half = omega * travel / 2
    return Complex(re: 1, im: alpha * half) / Complex(re: 1, im: half) * Complex(phase: -omega * delay)
  }
}
