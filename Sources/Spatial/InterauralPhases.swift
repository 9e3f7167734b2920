import CPlatform
import Signal

/// The part of `PerceptualError` that is about time: at each direction the interaural delay below 700 Hz and the interaural
/// phase below 1.5 kHz. Build.
///
/// The delay's error is that of the peak of the interaural correlation, to first order: with X the cross spectrum, u the
/// head's own of size 1 and q ∝ ω · (low-pass), Σ q Im(X ū) / Σ q ω Re(X ū).
struct InterauralPhases: ~Copyable {
  /// Of `PerceptualError.bins`, the first ones.
  let bins: Int
  private let lanes: Int
  /// bin × (u real, u imaginary, q, phase weight, slope real, slope imaginary) × lanes.
  private let storage: FloatBuffer
  private let omegas: [Float]

  /// `bins`: bins of the head's transform.
  init(_ head: borrowing HeadResponses, _ directions: [Int], bins: [Int]) {
    self.bins = bins.count
    lanes = Spectra.lanes(for: directions.count)
    storage = FloatBuffer(count: 6 * bins.count * lanes)
    omegas = bins.map { Float(2 * Double.pi * Double($0) * head.binHz) }
    for lane in 0..<lanes {
      let direction = directions[min(lane, directions.count - 1)]
      var (delays, phases) = (1e-20 as Float, 1e-20 as Float)
      for (place, bin) in bins.enumerated() {
        let (a, b) = (head.real(bin, ear: 0)[direction], head.imaginary(bin, ear: 0)[direction])
        let (c, d) = (head.real(bin, ear: 1)[direction], head.imaginary(bin, ear: 1)[direction])
        let (re, im) = (a * c + b * d, b * c - a * d)
        let size = nf_rt_sqrt(re * re + im * im)
        let hz = Double(bin) * head.binHz
        let square = omegas[place] * omegas[place]
        let q = Float(InterauralPhases.lowPass(hz, PerceptualError.timeToHz))
        let weight = Float(InterauralPhases.lowPass(hz, PerceptualError.phaseToHz)) * size * square
        let at = part(place, 0, lane)
        (at[0], at[lanes]) = (re / (size + 1e-12), im / (size + 1e-12))
        (at[2 * lanes], at[3 * lanes]) = (q * omegas[place], weight)
        delays += q * size * square
        phases += weight
      }
      for place in bins.indices {
        part(place, 2, lane)[0] /= delays
        part(place, 3, lane)[0] /= phases
      }
    }
  }

  /// Power of an eighth-order Butterworth low-pass.
  private static func lowPass(_ hz: Double, _ cutoffHz: Double) -> Double { 1 / (1 + nf_pow(hz / cutoffHz, 16)) }

  @inline(__always) private func part(_ bin: Int, _ index: Int, _ lane: Int) -> UnsafeMutablePointer<Float> {
    storage.pointer + (6 * bin + index) * lanes + lane
  }

  /// Slope of the error re the cross spectrum at one bin and eight directions.
  @inline(__always) func slope(_ bin: Int, _ first: Int) -> ComplexVector {
    ComplexVector(re: VectorMath.load(part(bin, 4, first)), im: VectorMath.load(part(bin, 5, first)))
  }

  /// The error; leaves its slopes. `directions`: y, z, x and share of the sphere × lanes.
  func evaluate(_ gains: UnsafePointer<Float>, _ directions: UnsafePointer<Float>, _ lanes: Int) -> Double {
    var error = 0.0
    for first in stride(from: 0, to: lanes, by: 8) {
      let d = DirectionVector(directions + first, lanes)
      let weight = VectorMath.load(directions + 3 * lanes + first)
      var (late, size, phase) = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)
      for bin in 0..<bins {
        let cross = crossSpectrum(gains + 16 * bin, d)
        let u = reference(bin, first)
        let turned = cross * u.conjugate
        let q = VectorMath.load(part(bin, 2, first))
        late = VectorMath.multiplyAdd(late, q, turned.im)
        size = VectorMath.multiplyAdd(size, q * omegas[bin], turned.re)
        phase += addPhase(bin, first, cross, u, turned, weight)
      }
      let floor = SIMD8<Float>(repeating: 0.2)
      let held = size.replacing(with: floor, where: size .< floor)
      let found = PerceptualError.time(late / held)
      error += Double((weight * (found.size + phase)).sum())
      let slope = weight * found.slope / held
      let sizeSlope = (-slope * late / held).replacing(with: 0, where: size .< floor)
      for bin in 0..<bins { addDelay(bin, first, slope, sizeSlope) }
    }
    return error
  }

  @inline(__always) private func crossSpectrum(_ gains: UnsafePointer<Float>, _ d: DirectionVector) -> ComplexVector {
    d.pressure(gains) * d.pressure(gains + 8).conjugate
  }

  @inline(__always) private func reference(_ bin: Int, _ first: Int) -> ComplexVector {
    ComplexVector(re: VectorMath.load(part(bin, 0, first)), im: VectorMath.load(part(bin, 1, first)))
  }

  /// 1 − cos of the phase's error; starts the slope.
  @inline(__always) private func addPhase(
    _ bin: Int, _ first: Int, _ cross: ComplexVector, _ u: ComplexVector, _ turned: ComplexVector,
    _ weight: SIMD8<Float>
  ) -> SIMD8<Float> {
    let share = PerceptualError.phaseWeight * VectorMath.load(part(bin, 3, first))
    let inverse = 1 / (VectorMath.squareRoot(cross.square) + 1e-9)
    let cosine = turned.re * inverse
    let scale = -weight * share * inverse
    let back = cosine * inverse
    VectorMath.store(scale * (u.re - back * cross.re), part(bin, 4, first))
    VectorMath.store(scale * (u.im - back * cross.im), part(bin, 5, first))
    return share * (1 - cosine)
  }

  @inline(__always) private func addDelay(_ bin: Int, _ first: Int, _ slope: SIMD8<Float>, _ sizeSlope: SIMD8<Float>) {
    let q = VectorMath.load(part(bin, 2, first))
    let turned = ComplexVector(re: sizeSlope * q * omegas[bin], im: slope * q) * reference(bin, first)
    let sum = self.slope(bin, first) + turned
    VectorMath.store(sum.re, part(bin, 4, first))
    VectorMath.store(sum.im, part(bin, 5, first))
  }
}
