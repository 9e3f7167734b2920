import Signal

/// Eight Hermitian 4×4 matrices, one per bin; only the diagonal and what lies below it is kept. Audio.
struct HermitianLanes {
  var d0, d1, d2, d3: VectorMath.Lanes
  var e10, e20, e30, e21, e31, e32: ComplexLanes

  /// x·xᴴ
  @inline(__always) @_noLocks init(outerProductOf x: FieldLanes) {
    d0 = x.0.squaredMagnitude
    d1 = x.1.squaredMagnitude
    d2 = x.2.squaredMagnitude
    d3 = x.3.squaredMagnitude
    e10 = x.1.timesConjugate(x.0)
    e20 = x.2.timesConjugate(x.0)
    e30 = x.3.timesConjugate(x.0)
    e21 = x.2.timesConjugate(x.1)
    e31 = x.3.timesConjugate(x.1)
    e32 = x.3.timesConjugate(x.2)
  }

  @inline(__always) @_noLocks init(_ planes: borrowing ChannelBuffer, bin: Int) {
    d0 = VectorMath.load(planes[0] + bin)
    d1 = VectorMath.load(planes[1] + bin)
    d2 = VectorMath.load(planes[2] + bin)
    d3 = VectorMath.load(planes[3] + bin)
    e10 = ComplexLanes(VectorMath.load(planes[4] + bin), VectorMath.load(planes[5] + bin))
    e20 = ComplexLanes(VectorMath.load(planes[6] + bin), VectorMath.load(planes[7] + bin))
    e30 = ComplexLanes(VectorMath.load(planes[8] + bin), VectorMath.load(planes[9] + bin))
    e21 = ComplexLanes(VectorMath.load(planes[10] + bin), VectorMath.load(planes[11] + bin))
    e31 = ComplexLanes(VectorMath.load(planes[12] + bin), VectorMath.load(planes[13] + bin))
    e32 = ComplexLanes(VectorMath.load(planes[14] + bin), VectorMath.load(planes[15] + bin))
  }

  /// 16 planes hold one matrix per bin.
  static var planes: Int { 16 }

  @inline(__always) @_noLocks func store(_ planes: borrowing ChannelBuffer, bin: Int) {
    VectorMath.store(d0, planes[0] + bin)
    VectorMath.store(d1, planes[1] + bin)
    VectorMath.store(d2, planes[2] + bin)
    VectorMath.store(d3, planes[3] + bin)
    VectorMath.store(e10.re, planes[4] + bin)
    VectorMath.store(e10.im, planes[5] + bin)
    VectorMath.store(e20.re, planes[6] + bin)
    VectorMath.store(e20.im, planes[7] + bin)
    VectorMath.store(e30.re, planes[8] + bin)
    VectorMath.store(e30.im, planes[9] + bin)
    VectorMath.store(e21.re, planes[10] + bin)
    VectorMath.store(e21.im, planes[11] + bin)
    VectorMath.store(e31.re, planes[12] + bin)
    VectorMath.store(e31.im, planes[13] + bin)
    VectorMath.store(e32.re, planes[14] + bin)
    VectorMath.store(e32.im, planes[15] + bin)
  }

  var trace: VectorMath.Lanes { @inline(__always) @_noLocks get { d0 + d1 + d2 + d3 } }

  /// self + share · (scale · other − self)
  @inline(__always) @_noLocks
  func moved(to other: HermitianLanes, scale: VectorMath.Lanes, share: VectorMath.Lanes) -> HermitianLanes {
    let (kept, added) = (1 - share, share * scale)
    return combined(other, kept, added)
  }

  /// a · self + b · other
  @inline(__always) @_noLocks
  func combined(_ other: HermitianLanes, _ a: VectorMath.Lanes, _ b: VectorMath.Lanes) -> HermitianLanes {
    var sum = self
    sum.d0 = VectorMath.multiplyAdd(a * d0, b, other.d0)
    sum.d1 = VectorMath.multiplyAdd(a * d1, b, other.d1)
    sum.d2 = VectorMath.multiplyAdd(a * d2, b, other.d2)
    sum.d3 = VectorMath.multiplyAdd(a * d3, b, other.d3)
    sum.e10 = Self.combined(e10, other.e10, a, b)
    sum.e20 = Self.combined(e20, other.e20, a, b)
    sum.e30 = Self.combined(e30, other.e30, a, b)
    sum.e21 = Self.combined(e21, other.e21, a, b)
    sum.e31 = Self.combined(e31, other.e31, a, b)
    sum.e32 = Self.combined(e32, other.e32, a, b)
    return sum
  }

  @inline(__always) @_noLocks private static func combined(
    _ x: ComplexLanes, _ y: ComplexLanes, _ a: VectorMath.Lanes, _ b: VectorMath.Lanes
  ) -> ComplexLanes {
    ComplexLanes(VectorMath.multiplyAdd(a * x.re, b, y.re), VectorMath.multiplyAdd(a * x.im, b, y.im))
  }

  /// self · x
  @inline(__always) @_noLocks func times(_ x: FieldLanes) -> FieldLanes {
    (
      x.0.scaled(d0).adding(conjugate: e10, times: x.1).adding(conjugate: e20, times: x.2)
        .adding(conjugate: e30, times: x.3),
      x.1.scaled(d1).adding(e10, times: x.0).adding(conjugate: e21, times: x.2).adding(conjugate: e31, times: x.3),
      x.2.scaled(d2).adding(e20, times: x.0).adding(e21, times: x.1).adding(conjugate: e32, times: x.3),
      x.3.scaled(d3).adding(e30, times: x.0).adding(e31, times: x.1).adding(e32, times: x.2)
    )
  }

  /// The y with self · y = x, for positive definite matrices, by the LDLᴴ factorisation.
  /// Source: G. Golub & C. Van Loan (2013), "Matrix Computations", 4th ed., section 4.1.
  @inline(__always) @_noLocks func solve(_ x: FieldLanes) -> FieldLanes {
    // Below: l_ij are the factors, c_ij = l_ij · d_j, r_j = 1/d_j.
    let r0 = 1 / d0
    let (l10, l20, l30) = (e10.scaled(r0), e20.scaled(r0), e30.scaled(r0))
    let r1 = 1 / (d1 - l10.squaredMagnitude * d0)
    let c21 = e21.subtracting(conjugate: l10, times: e20)
    let c31 = e31.subtracting(conjugate: l10, times: e30)
    let (l21, l31) = (c21.scaled(r1), c31.scaled(r1))
    let r2 = 1 / (d2 - l20.squaredMagnitude * d0 - l21.timesConjugate(c21).re)
    let c32 = e32.subtracting(conjugate: l20, times: e30).subtracting(conjugate: l21, times: c31)
    let l32 = c32.scaled(r2)
    let r3 = 1 / (d3 - l30.squaredMagnitude * d0 - l31.timesConjugate(c31).re - l32.timesConjugate(c32).re)

    let z0 = x.0
    let z1 = x.1.subtracting(l10, times: z0)
    let z2 = x.2.subtracting(l20, times: z0).subtracting(l21, times: z1)
    let z3 = x.3.subtracting(l30, times: z0).subtracting(l31, times: z1).subtracting(l32, times: z2)

    let y3 = z3.scaled(r3)
    let y2 = z2.scaled(r2).subtracting(conjugate: l32, times: y3)
    let y1 = z1.scaled(r1).subtracting(conjugate: l21, times: y2).subtracting(conjugate: l31, times: y3)
    let y0 = z0.scaled(r0).subtracting(conjugate: l10, times: y1).subtracting(conjugate: l20, times: y2)
      .subtracting(conjugate: l30, times: y3)
    return (y0, y1, y2, y3)
  }
}
