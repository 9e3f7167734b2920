import CPlatform
import Signal

/// Gains of the four first-order channels (W Y Z X, SN3D) at one ear and one frequency.
struct FirstOrderSpectrum {
  var w, y, z, x: Complex

  static let zero = FirstOrderSpectrum(w: .zero, y: .zero, z: .zero, x: .zero)

  static func * (a: FirstOrderSpectrum, b: Complex) -> FirstOrderSpectrum {
    FirstOrderSpectrum(w: a.w * b, y: a.y * b, z: a.z * b, x: a.x * b)
  }
  static func + (a: FirstOrderSpectrum, b: FirstOrderSpectrum) -> FirstOrderSpectrum {
    FirstOrderSpectrum(w: a.w + b.w, y: a.y + b.y, z: a.z + b.z, x: a.x + b.x)
  }
}

/// Least-squares fits over directions of first-order gains to head responses, eight directions at a time. Build.
///
/// With Y the directions × 4 plane-wave gains and W the diagonal of the directions' shares of the sphere, a fit to values t
/// is (Yᵀ W Y)⁻¹ Yᵀ W t.
struct FirstOrderFit: ~Copyable {
  private let lanes: Int
  /// W Y Z X gains of a plane wave from each direction, then the four rows of (Yᵀ W Y)⁻¹ Yᵀ W, then W: 9 × lanes.
  private let rows: FloatBuffer
  /// Yᵀ W Y, row by row: the covariance of the four channels in a diffuse field of power 1.
  let gram: [Double]

  init(directions: [SIMD3<Float>], weights: [Double]) {
    lanes = Spectra.lanes(for: directions.count)
    rows = FloatBuffer(count: 9 * lanes)
    var gram = [Double](repeating: 0, count: 16)
    for (index, d) in directions.enumerated() {
      let gains = [1, d.y, d.z, d.x]
      for row in 0..<4 {
        rows[row * lanes + index] = gains[row]
        for column in 0..<4 { gram[row * 4 + column] += weights[index] * Double(gains[row]) * Double(gains[column]) }
      }
      rows[8 * lanes + index] = Float(weights[index])
    }
    self.gram = gram
    let inverse = FirstOrderFit.inverse(gram)
    for (index, d) in directions.enumerated() {
      let gains = [1, Double(d.y), Double(d.z), Double(d.x)]
      for row in 0..<4 {
        var value = 0.0
        for column in 0..<4 { value += inverse[row * 4 + column] * gains[column] }
        rows[(4 + row) * lanes + index] = Float(value * weights[index])
      }
    }
  }

  /// Fits the responses themselves.
  func fit(_ re: UnsafePointer<Float>, _ im: UnsafePointer<Float>) -> FirstOrderSpectrum {
    var sums = Sums()
    var index = 0
    while index < lanes {
      sums.add(rows.pointer + 4 * lanes + index, lanes, VectorMath.load(re + index), VectorMath.load(im + index))
      index += 8
    }
    return sums.spectrum
  }

  /// Fits the responses' magnitudes with the phases that `previous` renders.
  func fitMagnitudes(
    _ re: UnsafePointer<Float>, _ im: UnsafePointer<Float>, phasesOf previous: FirstOrderSpectrum
  ) -> FirstOrderSpectrum {
    var sums = Sums()
    let (wr, wi) = (Float(previous.w.re), Float(previous.w.im))
    let (yr, yi) = (Float(previous.y.re), Float(previous.y.im))
    let (zr, zi) = (Float(previous.z.re), Float(previous.z.im))
    let (xr, xi) = (Float(previous.x.re), Float(previous.x.im))
    var index = 0
    while index < lanes {
      let y = VectorMath.load(rows.pointer + lanes + index)
      let z = VectorMath.load(rows.pointer + 2 * lanes + index)
      let x = VectorMath.load(rows.pointer + 3 * lanes + index)
      let renderedReal = wr + yr * y + zr * z + xr * x
      let renderedImaginary = wi + yi * y + zi * z + xi * x
      let (a, b) = (VectorMath.load(re + index), VectorMath.load(im + index))
      let square = renderedReal * renderedReal + renderedImaginary * renderedImaginary + 1e-30
      let scale = ((a * a + b * b) / square).squareRoot()
      sums.add(rows.pointer + 4 * lanes + index, lanes, renderedReal * scale, renderedImaginary * scale)
      index += 8
    }
    return sums.spectrum
  }

  /// Hᴴ W H: what the ears hear in a diffuse field of power 1.
  func fieldCovariance(_ head: borrowing HeadResponses, bin: Int) -> Matrix2 {
    let (lr, li) = (head.real(bin, ear: 0), head.imaginary(bin, ear: 0))
    let (rr, ri) = (head.real(bin, ear: 1), head.imaginary(bin, ear: 1))
    var (left, right) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
    var (crossReal, crossImaginary) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
    var index = 0
    while index < lanes {
      let w = VectorMath.load(rows.pointer + 8 * lanes + index)
      let (a, b) = (VectorMath.load(lr + index), VectorMath.load(li + index))
      let (c, d) = (VectorMath.load(rr + index), VectorMath.load(ri + index))
      left += w * (a * a + b * b)
      right += w * (c * c + d * d)
      crossReal += w * (a * c + b * d)
      crossImaginary += w * (a * d - b * c)
      index += 8
    }
    let cross = Complex(re: Double(crossReal.sum()), im: Double(crossImaginary.sum()))
    return Matrix2(
      ll: Complex(re: Double(left.sum())), lr: cross, rl: cross.conjugate, rr: Complex(re: Double(right.sum())))
  }

  /// hᴴ (Yᵀ W Y) h: what two ears' filters make of the same field.
  func fieldCovariance(_ left: FirstOrderSpectrum, _ right: FirstOrderSpectrum) -> Matrix2 {
    func product(_ a: FirstOrderSpectrum, _ b: FirstOrderSpectrum) -> Complex {
      let (first, second) = ([a.w, a.y, a.z, a.x], [b.w, b.y, b.z, b.x])
      var sum = Complex.zero
      for row in 0..<4 {
        for column in 0..<4 { sum += first[row].conjugate * second[column] * gram[row * 4 + column] }
      }
      return sum
    }
    let cross = product(left, right)
    return Matrix2(ll: product(left, left), lr: cross, rl: cross.conjugate, rr: product(right, right))
  }

  private struct Sums {
    var (wr, wi, yr, yi) = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)
    var (zr, zi, xr, xi) = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)

    @inline(__always)
    mutating func add(_ rows: UnsafePointer<Float>, _ lanes: Int, _ re: SIMD8<Float>, _ im: SIMD8<Float>) {
      let (w, y) = (VectorMath.load(rows), VectorMath.load(rows + lanes))
      let (z, x) = (VectorMath.load(rows + 2 * lanes), VectorMath.load(rows + 3 * lanes))
      wr = VectorMath.multiplyAdd(wr, w, re)
      wi = VectorMath.multiplyAdd(wi, w, im)
      yr = VectorMath.multiplyAdd(yr, y, re)
      yi = VectorMath.multiplyAdd(yi, y, im)
      zr = VectorMath.multiplyAdd(zr, z, re)
      zi = VectorMath.multiplyAdd(zi, z, im)
      xr = VectorMath.multiplyAdd(xr, x, re)
      xi = VectorMath.multiplyAdd(xi, x, im)
    }

    var spectrum: FirstOrderSpectrum {
      FirstOrderSpectrum(
        w: Complex(re: Double(wr.sum()), im: Double(wi.sum())), y: Complex(re: Double(yr.sum()), im: Double(yi.sum())),
        z: Complex(re: Double(zr.sum()), im: Double(zi.sum())), x: Complex(re: Double(xr.sum()), im: Double(xi.sum())))
    }
  }

  /// Inverse of a symmetric positive 4 × 4 matrix by elimination. A trace of the mean diagonal is added, so that sets whose
  /// directions lie in one plane have one too.
  private static func inverse(_ matrix: [Double]) -> [Double] {
    var a = matrix
    var b = [Double](repeating: 0, count: 16)
    for i in 0..<4 {
      a[i * 4 + i] += 1e-9
      b[i * 4 + i] = 1
    }
    for pivot in 0..<4 {
      let scale = 1 / a[pivot * 4 + pivot]
      for column in 0..<4 {
        a[pivot * 4 + column] *= scale
        b[pivot * 4 + column] *= scale
      }
      for row in 0..<4 where row != pivot {
        let factor = a[row * 4 + pivot]
        for column in 0..<4 {
          a[row * 4 + column] -= factor * a[pivot * 4 + column]
          b[row * 4 + column] -= factor * b[pivot * 4 + column]
        }
      }
    }
    return b
  }
}
