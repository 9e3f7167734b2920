import Signal

/// Eight complex numbers, one per bin. Audio.
struct ComplexLanes {
  var re, im: VectorMath.Lanes

  @inline(__always) @_noLocks init(_ re: VectorMath.Lanes, _ im: VectorMath.Lanes) {
    self.re = re
    self.im = im
  }

  @inline(__always) @_noLocks init(_ spectra: borrowing Spectra, channel: Int, bin: Int) {
    re = VectorMath.load(spectra.real(channel) + bin)
    im = VectorMath.load(spectra.imaginary(channel) + bin)
  }

  @inline(__always) @_noLocks func store(_ spectra: borrowing Spectra, channel: Int, bin: Int) {
    VectorMath.store(re, spectra.real(channel) + bin)
    VectorMath.store(im, spectra.imaginary(channel) + bin)
  }

  var squaredMagnitude: VectorMath.Lanes {
    @inline(__always) @_noLocks get { VectorMath.multiplyAdd(re * re, im, im) }
  }

  /// self · conj(b)
  @inline(__always) @_noLocks func timesConjugate(_ b: ComplexLanes) -> ComplexLanes {
    ComplexLanes(VectorMath.multiplyAdd(re * b.re, im, b.im), VectorMath.multiplySubtract(im * b.re, re, b.im))
  }

  /// self + a · b
  @inline(__always) @_noLocks func adding(_ a: ComplexLanes, times b: ComplexLanes) -> ComplexLanes {
    ComplexLanes(
      VectorMath.multiplySubtract(VectorMath.multiplyAdd(re, a.re, b.re), a.im, b.im),
      VectorMath.multiplyAdd(VectorMath.multiplyAdd(im, a.re, b.im), a.im, b.re))
  }

  /// self + conj(a) · b
  @inline(__always) @_noLocks func adding(conjugate a: ComplexLanes, times b: ComplexLanes) -> ComplexLanes {
    ComplexLanes(
      VectorMath.multiplyAdd(VectorMath.multiplyAdd(re, a.re, b.re), a.im, b.im),
      VectorMath.multiplySubtract(VectorMath.multiplyAdd(im, a.re, b.im), a.im, b.re))
  }

  /// self − a · b
  @inline(__always) @_noLocks func subtracting(_ a: ComplexLanes, times b: ComplexLanes) -> ComplexLanes {
    ComplexLanes(
      VectorMath.multiplyAdd(VectorMath.multiplySubtract(re, a.re, b.re), a.im, b.im),
      VectorMath.multiplySubtract(VectorMath.multiplySubtract(im, a.re, b.im), a.im, b.re))
  }

  /// self − conj(a) · b
  @inline(__always) @_noLocks func subtracting(conjugate a: ComplexLanes, times b: ComplexLanes) -> ComplexLanes {
    ComplexLanes(
      VectorMath.multiplySubtract(VectorMath.multiplySubtract(re, a.re, b.re), a.im, b.im),
      VectorMath.multiplyAdd(VectorMath.multiplySubtract(im, a.re, b.im), a.im, b.re))
  }

  @inline(__always) @_noLocks func scaled(_ gain: VectorMath.Lanes) -> ComplexLanes {
    ComplexLanes(re * gain, im * gain)
  }
}

/// Four complex values per bin: one per FOA channel.
typealias FieldLanes = (ComplexLanes, ComplexLanes, ComplexLanes, ComplexLanes)
