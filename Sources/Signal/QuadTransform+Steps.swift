/// The steps over rows and over lanes.
extension QuadTransform {
  @_noLocks
  func stepForward(
    _ re: UnsafeMutablePointer<Float>, _ im: UnsafeMutablePointer<Float>, _ quarter: Int, _ table: UnsafePointer<Float>
  ) {
    for j in 0..<quarter {
      let w = table + 6 * j
      var row = j
      while row < rows {
        let (r, i, step) = (re + 8 * row, im + 8 * row, 8 * quarter)
        let (ar, ai) = (VectorMath.load(r), VectorMath.load(i))
        let (br, bi) = (VectorMath.load(r + step), VectorMath.load(i + step))
        let (cr, ci) = (VectorMath.load(r + 2 * step), VectorMath.load(i + 2 * step))
        let (dr, di) = (VectorMath.load(r + 3 * step), VectorMath.load(i + 3 * step))
        let (sr, si, tr, ti) = (ar + cr, ai + ci, br + dr, bi + di)
        let (ur, ui, vr, vi) = (ar - cr, ai - ci, br - dr, bi - di)
        VectorMath.store(sr + tr, r)
        VectorMath.store(si + ti, i)
        QuadTransform.turn(sr - tr, si - ti, w[2], w[3], r + step, i + step)
        QuadTransform.turn(ur + vi, ui - vr, w[0], w[1], r + 2 * step, i + 2 * step)
        QuadTransform.turn(ur - vi, ui + vr, w[4], w[5], r + 3 * step, i + 3 * step)
        row += 4 * quarter
      }
    }
  }

  @_noLocks
  func stepInverse(
    _ re: UnsafeMutablePointer<Float>, _ im: UnsafeMutablePointer<Float>, _ quarter: Int, _ table: UnsafePointer<Float>
  ) {
    for j in 0..<quarter {
      let w = table + 6 * j
      var row = j
      while row < rows {
        let (r, i, step) = (re + 8 * row, im + 8 * row, 8 * quarter)
        let (ar, ai) = (VectorMath.load(r), VectorMath.load(i))
        let (br, bi) = QuadTransform.turned(VectorMath.load(r + step), VectorMath.load(i + step), w[2], -w[3])
        let (cr, ci) = QuadTransform.turned(VectorMath.load(r + 2 * step), VectorMath.load(i + 2 * step), w[0], -w[1])
        let (dr, di) = QuadTransform.turned(VectorMath.load(r + 3 * step), VectorMath.load(i + 3 * step), w[4], -w[5])
        let (sr, si, tr, ti) = (ar + br, ai + bi, ar - br, ai - bi)
        let (ur, ui, vr, vi) = (cr + dr, ci + di, di - ci, cr - dr)
        VectorMath.store(sr + ur, r)
        VectorMath.store(si + ui, i)
        VectorMath.store(tr + vr, r + step)
        VectorMath.store(ti + vi, i + step)
        VectorMath.store(sr - ur, r + 2 * step)
        VectorMath.store(si - ui, i + 2 * step)
        VectorMath.store(tr - vr, r + 3 * step)
        VectorMath.store(ti - vi, i + 3 * step)
        row += 4 * quarter
      }
    }
  }

  /// Neighbouring rows to their sum and difference: where the rows are no power of four.
  @_noLocks func stepPairs(_ re: UnsafeMutablePointer<Float>, _ im: UnsafeMutablePointer<Float>) {
    var row = 0
    while row < rows {
      QuadTransform.pair(re + 8 * row)
      QuadTransform.pair(im + 8 * row)
      row += 2
    }
  }

  @_noLocks @inline(__always) private static func pair(_ part: UnsafeMutablePointer<Float>) {
    let (a, b) = (VectorMath.load(part), VectorMath.load(part + 8))
    VectorMath.store(a + b, part)
    VectorMath.store(a - b, part + 8)
  }

  @_noLocks @inline(__always)
  private static func turned(_ re: Lanes, _ im: Lanes, _ c: Float, _ s: Float) -> (Lanes, Lanes) {
    let (c, s) = (Lanes(repeating: c), Lanes(repeating: s))
    return (VectorMath.multiplySubtract(re * c, im, s), VectorMath.multiplyAdd(im * c, re, s))
  }

  @_noLocks @inline(__always)
  private static func turn(
    _ re: Lanes, _ im: Lanes, _ c: Float, _ s: Float, _ toRe: UnsafeMutablePointer<Float>,
    _ toIm: UnsafeMutablePointer<Float>
  ) {
    let (r, i) = turned(re, im, c, s)
    VectorMath.store(r, toRe)
    VectorMath.store(i, toIm)
  }

  @_noLocks @inline(__always) private static func swapHalves(_ v: Lanes) -> Lanes {
    Lanes(v[2], v[3], v[0], v[1], v[6], v[7], v[4], v[5])
  }

  @_noLocks @inline(__always) private static func swapNeighbours(_ v: Lanes) -> Lanes {
    Lanes(v[1], v[0], v[3], v[2], v[5], v[4], v[7], v[6])
  }

  /// Four-point transforms of lanes 0…3 and 4…7: r to q in the order 0, 2, 1, 3.
  @_noLocks @inline(__always)
  static func lanesForward(_ re: Lanes, _ im: Lanes, _ f: LaneFactors) -> (Lanes, Lanes) {
    let p = VectorMath.multiplyAdd(swapHalves(re), re, f.halves)
    let q = VectorMath.multiplyAdd(swapHalves(im), im, f.halves)
    // Lane 3 times −i.
    let x = VectorMath.multiplyAdd(p * f.others, q, f.last)
    let y = VectorMath.multiplySubtract(q * f.others, p, f.last)
    return (
      VectorMath.multiplyAdd(swapNeighbours(x), x, f.neighbours),
      VectorMath.multiplyAdd(swapNeighbours(y), y, f.neighbours)
    )
  }

  @_noLocks @inline(__always)
  static func lanesInverse(_ re: Lanes, _ im: Lanes, _ f: LaneFactors) -> (Lanes, Lanes) {
    let x = VectorMath.multiplyAdd(swapNeighbours(re), re, f.neighbours)
    let y = VectorMath.multiplyAdd(swapNeighbours(im), im, f.neighbours)
    // Lane 3 times i.
    let p = VectorMath.multiplySubtract(x * f.others, y, f.last)
    let q = VectorMath.multiplyAdd(y * f.others, x, f.last)
    return (VectorMath.multiplyAdd(swapHalves(p), p, f.halves), VectorMath.multiplyAdd(swapHalves(q), q, f.halves))
  }
}

/// Signs and choices of lanes as factors from memory: the compiler takes constant ones apart, into twice the instructions.
struct LaneFactors {
  let halves, neighbours, others, last: VectorMath.Lanes

  static func fill(_ table: borrowing FloatBuffer) {
    let rows: [[Float]] = [[1, 1, -1, -1], [1, -1, 1, -1], [1, 1, 1, 0], [0, 0, 0, 1]]
    for row in 0..<4 {
      for lane in 0..<8 { table[8 * row + lane] = rows[row][lane % 4] }
    }
  }

  @_noLocks @inline(__always) init(_ table: borrowing FloatBuffer) {
    halves = VectorMath.load(table.pointer)
    neighbours = VectorMath.load(table.pointer + 8)
    others = VectorMath.load(table.pointer + 16)
    last = VectorMath.load(table.pointer + 24)
  }
}
