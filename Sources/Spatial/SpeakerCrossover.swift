import CPlatform
import Signal

/// Splits a first-order field into a low and a high band that are in phase at all frequencies, and turns the phase of a
/// dialog along with them, so that what both carry still adds up.
///
/// Fourth-order crossover: each band is a Butterworth section applied twice; their sum is the second-order all-pass that the
/// dialog gets. No latency. Source: S. H. Linkwitz (1976), "Active crossover networks for noncoincident drivers", JAES
/// 24(1). Audio but for `init`; about 10 cycles per frame: the eight signals fill one vector.
struct SpeakerCrossover {
  private typealias Lanes = VectorMath.Lanes

  static let frequencyHz = 700.0

  /// Lanes 0…3: low-pass of W Y Z X; 4…7: high-pass.
  private let b0, b1, b2: Lanes
  private let minusA1, minusA2: Lanes
  private let a1, a2: Float
  private var first = (Lanes.zero, Lanes.zero)
  private var second = (Lanes.zero, Lanes.zero)
  private var turning = (Float.zero, Float.zero)

  init(sampleRate: Double) {
    let q = nf_sqrt(0.5)
    let low = BiquadCoefficients.lowPass(cutoffHz: Self.frequencyHz, q: q, sampleRate: sampleRate)
    let high = BiquadCoefficients.highPass(cutoffHz: Self.frequencyHz, q: q, sampleRate: sampleRate)
    func lanes(_ low: Double, _ high: Double) -> Lanes {
      Lanes(lowHalf: SIMD4(repeating: Float(low)), highHalf: SIMD4(repeating: Float(high)))
    }
    b0 = lanes(low.b0, high.b0)
    b1 = lanes(low.b1, high.b1)
    b2 = lanes(low.b2, high.b2)
    minusA1 = lanes(-low.a1, -high.a1)
    minusA2 = lanes(-low.a2, -high.a2)
    (a1, a2) = (Float(low.a1), Float(low.a2))
  }

  @_noLocks mutating func reset() {
    first = (.zero, .zero)
    second = (.zero, .zero)
    turning = (0, 0)
  }

  /// `bands`: eight values per frame, low W Y Z X and high W Y Z X. `source` → `turned`.
  @_noLocks
  mutating func process(
    _ field: borrowing ChannelBuffer, _ source: UnsafePointer<Float>, into bands: UnsafeMutablePointer<Float>,
    turned: UnsafeMutablePointer<Float>, frames: Int
  ) {
    let (w, y, z, x) = (field[0], field[1], field[2], field[3])
    var ((p1, p2), (q1, q2), (r1, r2)) = (first, second, turning)
    for frame in 0..<frames {
      let half = SIMD4(w[frame], y[frame], z[frame], x[frame])
      let input = Lanes(lowHalf: half, highHalf: half)
      let once = VectorMath.multiplyAdd(p1, b0, input)
      p1 = VectorMath.multiplyAdd(VectorMath.multiplyAdd(p2, b1, input), minusA1, once)
      p2 = VectorMath.multiplyAdd(b2 * input, minusA2, once)
      let twice = VectorMath.multiplyAdd(q1, b0, once)
      q1 = VectorMath.multiplyAdd(VectorMath.multiplyAdd(q2, b1, once), minusA1, twice)
      q2 = VectorMath.multiplyAdd(b2 * once, minusA2, twice)
      VectorMath.store(twice, bands + 8 * frame)
      let (voice, passed) = (source[frame], a2 * source[frame] + r1)
      r1 = a1 * (voice - passed) + r2
      r2 = voice - a2 * passed
      turned[frame] = passed
    }
    (first, second, turning) = ((p1, p2), (q1, q2), (r1, r2))
  }
}
