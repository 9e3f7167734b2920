import Signal

/// Eight complex numbers. Build.
struct ComplexVector {
  var re, im: SIMD8<Float>

  var square: SIMD8<Float> { @inline(__always) get { VectorMath.multiplyAdd(re * re, im, im) } }
  var conjugate: ComplexVector { @inline(__always) get { ComplexVector(re: re, im: -im) } }

  @inline(__always) static func * (a: ComplexVector, b: SIMD8<Float>) -> ComplexVector {
    ComplexVector(re: a.re * b, im: a.im * b)
  }
  @inline(__always) static func * (a: ComplexVector, b: ComplexVector) -> ComplexVector {
    ComplexVector(re: a.re * b.re - a.im * b.im, im: a.re * b.im + a.im * b.re)
  }
  @inline(__always) static func + (a: ComplexVector, b: ComplexVector) -> ComplexVector {
    ComplexVector(re: a.re + b.re, im: a.im + b.im)
  }
}

/// Eight directions, and what first-order gains make of plane waves from them. Build.
struct DirectionVector {
  private let y, z, x: SIMD8<Float>

  /// `components`: y, z and x, `stride` floats apart.
  @inline(__always) init(_ components: UnsafePointer<Float>, _ stride: Int) {
    y = VectorMath.load(components)
    z = VectorMath.load(components + stride)
    x = VectorMath.load(components + 2 * stride)
  }

  /// `gains`: W Y Z X, real and imaginary parts in turn.
  @inline(__always) func pressure(_ gains: UnsafePointer<Float>) -> ComplexVector {
    ComplexVector(re: combined(gains), im: combined(gains + 1))
  }

  @inline(__always) private func combined(_ gains: UnsafePointer<Float>) -> SIMD8<Float> {
    var sum = VectorMath.multiplyAdd(SIMD8(repeating: gains[0]), y, SIMD8(repeating: gains[2]))
    sum = VectorMath.multiplyAdd(sum, z, SIMD8(repeating: gains[4]))
    return VectorMath.multiplyAdd(sum, x, SIMD8(repeating: gains[6]))
  }

  /// Sums over directions of values times the gains of plane waves.
  struct Sums {
    private var w, y, z, x: ComplexVector

    init() {
      let zero = ComplexVector(re: .zero, im: .zero)
      (w, y, z, x) = (zero, zero, zero, zero)
    }

    @inline(__always) mutating func add(_ d: DirectionVector, _ value: ComplexVector) {
      w = w + value
      y.re = VectorMath.multiplyAdd(y.re, d.y, value.re)
      y.im = VectorMath.multiplyAdd(y.im, d.y, value.im)
      z.re = VectorMath.multiplyAdd(z.re, d.z, value.re)
      z.im = VectorMath.multiplyAdd(z.im, d.z, value.im)
      x.re = VectorMath.multiplyAdd(x.re, d.x, value.re)
      x.im = VectorMath.multiplyAdd(x.im, d.x, value.im)
    }

    /// W Y Z X, real and imaginary parts in turn.
    func addTo(_ gains: UnsafeMutablePointer<Float>) {
      Sums.add(w, to: gains)
      Sums.add(y, to: gains + 2)
      Sums.add(z, to: gains + 4)
      Sums.add(x, to: gains + 6)
    }

    @inline(__always) private static func add(_ sum: ComplexVector, to gain: UnsafeMutablePointer<Float>) {
      gain[0] += sum.re.sum()
      gain[1] += sum.im.sum()
    }
  }
}
