import Signal

/// Eight real symmetric 4×4 matrices, one per bin; only the diagonal and what lies below it is kept. Audio.
struct SymmetricLanes {
  typealias Lanes = VectorMath.Lanes

  var d0, d1, d2, d3: Lanes
  var e10, e20, e30, e21, e31, e32: Lanes

  /// Re{x·xᴴ}
  @inline(__always) @_noLocks init(outerProductOf x: FieldLanes) {
    d0 = x.0.squaredMagnitude
    d1 = x.1.squaredMagnitude
    d2 = x.2.squaredMagnitude
    d3 = x.3.squaredMagnitude
    e10 = x.1.product(x.0)
    e20 = x.2.product(x.0)
    e30 = x.3.product(x.0)
    e21 = x.2.product(x.1)
    e31 = x.3.product(x.1)
    e32 = x.3.product(x.2)
  }

  @inline(__always) @_noLocks init(_ planes: borrowing ChannelBuffer, bin: Int) {
    d0 = VectorMath.load(planes[0] + bin)
    d1 = VectorMath.load(planes[1] + bin)
    d2 = VectorMath.load(planes[2] + bin)
    d3 = VectorMath.load(planes[3] + bin)
    e10 = VectorMath.load(planes[4] + bin)
    e20 = VectorMath.load(planes[5] + bin)
    e30 = VectorMath.load(planes[6] + bin)
    e21 = VectorMath.load(planes[7] + bin)
    e31 = VectorMath.load(planes[8] + bin)
    e32 = VectorMath.load(planes[9] + bin)
  }

  /// 10 planes hold one matrix per bin.
  static var planes: Int { 10 }

  @inline(__always) @_noLocks func store(_ planes: borrowing ChannelBuffer, bin: Int) {
    VectorMath.store(d0, planes[0] + bin)
    VectorMath.store(d1, planes[1] + bin)
    VectorMath.store(d2, planes[2] + bin)
    VectorMath.store(d3, planes[3] + bin)
    VectorMath.store(e10, planes[4] + bin)
    VectorMath.store(e20, planes[5] + bin)
    VectorMath.store(e30, planes[6] + bin)
    VectorMath.store(e21, planes[7] + bin)
    VectorMath.store(e31, planes[8] + bin)
    VectorMath.store(e32, planes[9] + bin)
  }

  var trace: Lanes { @inline(__always) @_noLocks get { d0 + d1 + d2 + d3 } }

  /// self + share · (scale · other − self)
  @inline(__always) @_noLocks
  func moved(to other: SymmetricLanes, scale: Lanes, share: Lanes) -> SymmetricLanes {
    let (kept, added) = (1 - share, share * scale)
    return combined(other, kept, added)
  }

  /// a · self + b · other
  @inline(__always) @_noLocks func combined(_ other: SymmetricLanes, _ a: Lanes, _ b: Lanes) -> SymmetricLanes {
    var sum = self
    sum.d0 = VectorMath.multiplyAdd(a * d0, b, other.d0)
    sum.d1 = VectorMath.multiplyAdd(a * d1, b, other.d1)
    sum.d2 = VectorMath.multiplyAdd(a * d2, b, other.d2)
    sum.d3 = VectorMath.multiplyAdd(a * d3, b, other.d3)
    sum.e10 = VectorMath.multiplyAdd(a * e10, b, other.e10)
    sum.e20 = VectorMath.multiplyAdd(a * e20, b, other.e20)
    sum.e30 = VectorMath.multiplyAdd(a * e30, b, other.e30)
    sum.e21 = VectorMath.multiplyAdd(a * e21, b, other.e21)
    sum.e31 = VectorMath.multiplyAdd(a * e31, b, other.e31)
    sum.e32 = VectorMath.multiplyAdd(a * e32, b, other.e32)
    return sum
  }

  /// self · x
  @inline(__always) @_noLocks func times(_ x: FieldLanes) -> FieldLanes {
    (
      x.0.scaled(d0).adding(e10, times: x.1).adding(e20, times: x.2).adding(e30, times: x.3),
      x.1.scaled(d1).adding(e10, times: x.0).adding(e21, times: x.2).adding(e31, times: x.3),
      x.2.scaled(d2).adding(e20, times: x.0).adding(e21, times: x.1).adding(e32, times: x.3),
      x.3.scaled(d3).adding(e30, times: x.0).adding(e31, times: x.1).adding(e32, times: x.2)
    )
  }

  /// The y with self · y = x, for positive definite matrices, by the LDLᵀ factorisation.
  /// Source: G. Golub & C. Van Loan (2013), "Matrix Computations", 4th ed., section 4.1.
  @inline(__always) @_noLocks func solve(_ x: FieldLanes) -> FieldLanes {
    // Below: l_ij are the factors, c_ij = l_ij · d_j, r_j = 1/d_j.
    let r0 = 1 / d0
    let (l10, l20, l30) = (e10 * r0, e20 * r0, e30 * r0)
    let r1 = 1 / VectorMath.multiplySubtract(d1, l10, e10)
    let c21 = VectorMath.multiplySubtract(e21, l10, e20)
    let c31 = VectorMath.multiplySubtract(e31, l10, e30)
    let (l21, l31) = (c21 * r1, c31 * r1)
    let r2 = 1 / VectorMath.multiplySubtract(VectorMath.multiplySubtract(d2, l20, e20), l21, c21)
    let c32 = VectorMath.multiplySubtract(VectorMath.multiplySubtract(e32, l20, e30), l21, c31)
    let l32 = c32 * r2
    let rest = VectorMath.multiplySubtract(VectorMath.multiplySubtract(d3, l30, e30), l31, c31)
    let r3 = 1 / VectorMath.multiplySubtract(rest, l32, c32)

    let z1 = x.1.subtracting(l10, times: x.0)
    let z2 = x.2.subtracting(l20, times: x.0).subtracting(l21, times: z1)
    let z3 = x.3.subtracting(l30, times: x.0).subtracting(l31, times: z1).subtracting(l32, times: z2)

    let y3 = z3.scaled(r3)
    let y2 = z2.scaled(r2).subtracting(l32, times: y3)
    let y1 = z1.scaled(r1).subtracting(l21, times: y2).subtracting(l31, times: y3)
    let y0 = x.0.scaled(r0).subtracting(l10, times: y1).subtracting(l20, times: y2).subtracting(l30, times: y3)
    return (y0, y1, y2, y3)
  }
}
