import CPlatform
import Signal

/// Splits a first-order field into a low and a high band that are in phase at all frequencies, and turns the phase of a
/// dialog along with them, so that what both carry still adds up.
///
/// Fourth-order crossover: each band is a Butterworth section applied twice; their sum is the second-order all-pass
/// that the
/// dialog gets. No latency. Source: S. H. Linkwitz (1976), "Active crossover networks for noncoincident drivers", JAES
/// 24(1). Audio but for `init`; about 20 cycles per frame: the eight signals fill one vector.
struct SpeakerCrossover: ~Copyable {
  private typealias Lanes = VectorMath.Lanes

  static let frequencyHz = 700.0

  /// Lanes 0…3: low-pass of W Y Z X; 4…7: high-pass.
  private let b0, b1, b2: Lanes
  private let minusA1, minusA2: Lanes
  private let a1, a2: Float
  /// W Y Z X of each frame in turn, and low and high W Y Z X.
  private let frameRows: FloatBuffer
  private let bandRows: FloatBuffer
  private var first = (Lanes.zero, Lanes.zero)
  private var second = (Lanes.zero, Lanes.zero)
  private var turning = (Float.zero, Float.zero)

  /// `capacity`: the most frames of one `process`.
  init(sampleRate: Double, capacity: Int) {
    frameRows = FloatBuffer(count: 4 * ((capacity + 3) / 4 * 4))
    bandRows = FloatBuffer(count: 8 * ((capacity + 3) / 4 * 4))
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

  /// `bands`: low W Y Z X and high W Y Z X. `source` → `turned`. Buffers have room for `frames` rounded up to a
  /// multiple of 4.
  @_noLocks
  mutating func process(
    _ field: borrowing ChannelBuffer, _ source: UnsafePointer<Float>, into bands: borrowing ChannelBuffer,
    turned: UnsafeMutablePointer<Float>, frames: Int
  ) {
    transpose(field, frames: frames)
    filter(source, turned: turned, frames: frames)
    transpose(into: bands, frames: frames)
  }

  @_noLocks
  private mutating func filter(
    _ source: UnsafePointer<Float>, turned: UnsafeMutablePointer<Float>, frames: Int
  ) {
    let (input, output) = (UnsafeRawPointer(frameRows.pointer), bandRows.pointer)
    var ((p1, p2), (q1, q2), (r1, r2)) = (first, second, turning)
    for frame in 0..<frames {
      let half = input.loadUnaligned(fromByteOffset: 16 * frame, as: SIMD4<Float>.self)
      let input = Lanes(lowHalf: half, highHalf: half)
      let once = VectorMath.multiplyAdd(p1, b0, input)
      p1 = VectorMath.multiplyAdd(VectorMath.multiplyAdd(p2, b1, input), minusA1, once)
      p2 = VectorMath.multiplyAdd(b2 * input, minusA2, once)
      let twice = VectorMath.multiplyAdd(q1, b0, once)
      q1 = VectorMath.multiplyAdd(VectorMath.multiplyAdd(q2, b1, once), minusA1, twice)
      q2 = VectorMath.multiplyAdd(b2 * once, minusA2, twice)
      VectorMath.store(twice, output + 8 * frame)
      let (voice, passed) = (source[frame], a2 * source[frame] + r1)
      // What waits for `passed` comes last: it is the longest chain of the loop.
      r1 = (a1 * voice + r2) - a1 * passed
      r2 = voice - a2 * passed
      turned[frame] = passed
    }
    (first, second, turning) = ((p1, p2), (q1, q2), (r1, r2))
  }

  /// Channels to rows, four frames at a time.
  @_noLocks private func transpose(_ field: borrowing ChannelBuffer, frames: Int) {
    let (w, y, z, x, rows) = (field[0], field[1], field[2], field[3], frameRows.pointer)
    var frame = 0
    while frame < frames {
      SpeakerCrossover.transpose(
        from: (w + frame, y + frame, z + frame, x + frame),
        to: (rows + 4 * frame, rows + 4 * frame + 4, rows + 4 * frame + 8, rows + 4 * frame + 12))
      frame += 4
    }
  }

  /// Rows to channels.
  @_noLocks private func transpose(into bands: borrowing ChannelBuffer, frames: Int) {
    for band in 0..<2 {
      let (w, y, z, x) = (bands[4 * band], bands[4 * band + 1], bands[4 * band + 2], bands[4 * band + 3])
      var (frame, row) = (0, bandRows.pointer + 4 * band)
      while frame < frames {
        SpeakerCrossover.transpose(
          from: (row, row + 8, row + 16, row + 24), to: (w + frame, y + frame, z + frame, x + frame))
        frame += 4
        row += 32
      }
    }
  }

  private typealias Four = (
    UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>
  )

  @_noLocks @inline(__always) private static func transpose(from source: Four, to target: Four) {
    func load(_ x: UnsafeMutablePointer<Float>) -> SIMD4<Float> {
      UnsafeRawPointer(x).loadUnaligned(as: SIMD4<Float>.self)
    }
    func store(_ value: SIMD4<Float>, _ x: UnsafeMutablePointer<Float>) {
      UnsafeMutableRawPointer(x).storeBytes(of: value, as: SIMD4<Float>.self)
    }
    let (a, b, c, d) = (load(source.0), load(source.1), load(source.2), load(source.3))
    let (ac, bd) = (SIMD4(a[0], c[0], a[1], c[1]), SIMD4(b[0], d[0], b[1], d[1]))
    let (acHigh, bdHigh) = (SIMD4(a[2], c[2], a[3], c[3]), SIMD4(b[2], d[2], b[3], d[3]))
    store(SIMD4(ac[0], bd[0], ac[1], bd[1]), target.0)
    store(SIMD4(ac[2], bd[2], ac[3], bd[3]), target.1)
    store(SIMD4(acHigh[0], bdHigh[0], acHigh[1], bdHigh[1]), target.2)
    store(SIMD4(acHigh[2], bdHigh[2], acHigh[3], bdHigh[3]), target.3)
  }
}
