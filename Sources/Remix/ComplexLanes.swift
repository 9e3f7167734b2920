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

  /// Re{self · conj(b)}
  @inline(__always) @_noLocks func product(_ b: ComplexLanes) -> VectorMath.Lanes {
    VectorMath.multiplyAdd(re * b.re, im, b.im)
  }

  /// self + a · b
  @inline(__always) @_noLocks func adding(_ a: VectorMath.Lanes, times b: ComplexLanes) -> ComplexLanes {
    ComplexLanes(VectorMath.multiplyAdd(re, a, b.re), VectorMath.multiplyAdd(im, a, b.im))
  }

  /// self − a · b
  @inline(__always) @_noLocks func subtracting(_ a: VectorMath.Lanes, times b: ComplexLanes) -> ComplexLanes {
    ComplexLanes(VectorMath.multiplySubtract(re, a, b.re), VectorMath.multiplySubtract(im, a, b.im))
  }

  @inline(__always) @_noLocks func scaled(_ gain: VectorMath.Lanes) -> ComplexLanes {
    ComplexLanes(re * gain, im * gain)
  }
}

/// Four complex values per bin: one per FOA channel.
typealias FieldLanes = (ComplexLanes, ComplexLanes, ComplexLanes, ComplexLanes)
