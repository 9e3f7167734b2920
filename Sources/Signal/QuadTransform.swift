import CPlatform

/// Fourier transforms of four real signals at once, as two complex ones, in an order of bins of its own.
///
/// Each complex signal x is taken as four interleaved ones, x[4m + r]; the eight of them fill the lanes of a vector, and one
/// transform over m does them all without moving anything between lanes. The last step, over r, does. Rows come out in
/// bit-reversed order, and bins within a row in the order q = 0, 2, 1, 3 (bin k + rows · q): products of spectra do not
/// care, and the inverse takes the same order. Unscaled both ways.
/// Source: J. W. Cooley, J. W. Tukey (1965); in-place decimation in frequency and back, so that no reordering is needed.
///
/// Build: `init`. Audio: the rest.
struct QuadTransform: ~Copyable {
  typealias Lanes = VectorMath.Lanes

  /// Frames: a power of two, at least 16.
  let size: Int
  /// size / 4 vectors for real parts, as many for imaginary ones.
  let rows: Int
  /// Per step of four (the largest first) and place: w, w², w³, real and imaginary.
  private let twiddles: FloatBuffer
  /// Per row e^(−2πi·r·k/size) for the lanes' r: real, imaginary.
  private let turns: FloatBuffer
  private let laneFactors: FloatBuffer

  init(size: Int) {
    precondition(size >= 16 && size & (size - 1) == 0, "a power of two")
    self.size = size
    let rows = size / 4
    self.rows = rows
    twiddles = FloatBuffer(count: 6 * rows)
    turns = FloatBuffer(count: 16 * rows)
    laneFactors = FloatBuffer(count: 32)
    LaneFactors.fill(laneFactors)
    var place = 0
    var quarter = rows / 4
    while quarter >= 1 {
      for j in 0..<quarter {
        for power in 1...3 {
          let angle = -2 * Double.pi * Double(j * power) / Double(4 * quarter)
          twiddles[place] = Float(nf_cos(angle))
          twiddles[place + 1] = Float(nf_sin(angle))
          place += 2
        }
      }
      quarter /= 4
    }
    for row in 0..<rows {
      let k = QuadTransform.reversed(row, rows)
      for lane in 0..<8 {
        let angle = -2 * Double.pi * Double(k * (lane % 4)) / Double(size)
        turns[16 * row + lane] = Float(nf_cos(angle))
        turns[16 * row + 8 + lane] = Float(nf_sin(angle))
      }
    }
  }

  private static func reversed(_ index: Int, _ count: Int) -> Int {
    var (result, bit, rest) = (0, 1, index)
    while bit < count {
      result = result * 2 + rest % 2
      rest /= 2
      bit *= 2
    }
    return result
  }

  /// The lanes of a mirrored row in the order of the row itself; row 0 is its own mirror, in another order.
  @_noLocks @inline(__always) static func mirrored(_ v: Lanes, isFirstRow: Bool) -> Lanes {
    isFirstRow
      ? Lanes(v[0], v[1], v[3], v[2], v[4], v[5], v[7], v[6]) : Lanes(v[3], v[2], v[1], v[0], v[7], v[6], v[5], v[4])
  }

  /// Audio. Transforms a + ib and c + id, `size` frames each, into `rows` vectors of real and of imaginary parts.
  @_noLocks func forward(
    _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ c: UnsafePointer<Float>, _ d: UnsafePointer<Float>,
    into re: UnsafeMutablePointer<Float>, _ im: UnsafeMutablePointer<Float>
  ) {
    for row in 0..<rows {
      VectorMath.store(QuadTransform.join(a + 4 * row, c + 4 * row), re + 8 * row)
      VectorMath.store(QuadTransform.join(b + 4 * row, d + 4 * row), im + 8 * row)
    }
    var quarter = rows / 4
    var table = twiddles.pointer
    while quarter >= 1 {
      stepForward(re, im, quarter, table)
      table += 6 * quarter
      quarter /= 4
    }
    if hasPairStep { stepPairs(re, im) }
    let factors = LaneFactors(laneFactors)
    for row in 0..<rows {
      let (x, y) = (VectorMath.load(re + 8 * row), VectorMath.load(im + 8 * row))
      let (c, s) = (VectorMath.load(turns.pointer + 16 * row), VectorMath.load(turns.pointer + 16 * row + 8))
      let (p, q) = QuadTransform.lanesForward(
        VectorMath.multiplySubtract(x * c, y, s), VectorMath.multiplyAdd(y * c, x, s), factors)
      VectorMath.store(p, re + 8 * row)
      VectorMath.store(q, im + 8 * row)
    }
  }

  /// Audio. The way back, in place: afterwards row m holds frames 4m to 4m + 3 of the one signal and of the other.
  @_noLocks func inverse(_ re: UnsafeMutablePointer<Float>, _ im: UnsafeMutablePointer<Float>) {
    let factors = LaneFactors(laneFactors)
    for row in 0..<rows {
      let (p, q) = QuadTransform.lanesInverse(
        VectorMath.load(re + 8 * row), VectorMath.load(im + 8 * row), factors)
      let (c, s) = (VectorMath.load(turns.pointer + 16 * row), VectorMath.load(turns.pointer + 16 * row + 8))
      VectorMath.store(VectorMath.multiplyAdd(p * c, q, s), re + 8 * row)
      VectorMath.store(VectorMath.multiplySubtract(q * c, p, s), im + 8 * row)
    }
    if hasPairStep { stepPairs(re, im) }
    var quarter = hasPairStep ? 2 : 1
    while quarter * 4 <= rows {
      // Larger steps lie earlier in the table: 6 · (rows/4 + rows/16 + …) floats before this one.
      var before = 0
      var larger = rows / 4
      while larger > quarter {
        before += 6 * larger
        larger /= 4
      }
      stepInverse(re, im, quarter, twiddles.pointer + before)
      quarter *= 4
    }
  }

  private var hasPairStep: Bool { @_noLocks get { rows.trailingZeroBitCount % 2 == 1 } }

  @_noLocks @inline(__always)
  private static func join(_ low: UnsafePointer<Float>, _ high: UnsafePointer<Float>) -> Lanes {
    Lanes(
      lowHalf: UnsafeRawPointer(low).loadUnaligned(as: SIMD4<Float>.self),
      highHalf: UnsafeRawPointer(high).loadUnaligned(as: SIMD4<Float>.self))
  }
}
