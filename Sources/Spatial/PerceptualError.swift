import CPlatform
import Signal

/// How far first-order filters are from a head in what is heard, with its gradient. Build.
///
/// A weighted sum of mean errors, each re about a just noticeable difference, over directions and bands of hearing: levels at
/// the ears, levels between them (broad-band above 1.5 kHz, and per band), time between them below 700 Hz, phase between them
/// below 1.5 kHz, and in a diffuse field the levels and the coherence of the ears. An extension of iMagLS, which adds to
/// magnitude least squares an error of levels between the ears: O. Berebi, Z. Ben-Hur, D. L. Alon, B. Rafaely (2023).
/// Absolute errors, rounded at zero, so that few large ones do not rule. Levels are those of whole bands, in which several
/// frequencies make a pattern over direction that a single one cannot.
///
/// Gains and gradients: bin × ear × input (W Y Z X) × (real, imaginary). Gradients g are such that the error changes by
/// Re(ḡ · d gain).
struct PerceptualError: ~Copyable {
  /// Of one term: weight, scale of the error, and where (in units of the scale) absolute errors are rounded.
  struct Term {
    var weight, scale, rounding: Float

    /// The size of an error and its derivative, both times the weight.
    @inline(__always) func callAsFunction(_ error: SIMD8<Float>) -> (size: SIMD8<Float>, slope: SIMD8<Float>) {
      let x = error / scale
      let size = VectorMath.squareRoot(x * x + rounding * rounding)
      return (weight * size, weight * x / (size * scale))
    }
  }

  static let level = Term(weight: 5, scale: 1, rounding: 0.5)
  static let broadDifference = Term(weight: 1, scale: 1, rounding: 0.3)
  static let bandDifference = Term(weight: 0.3, scale: 1, rounding: 0.5)
  /// Seconds.
  static let time = Term(weight: 0.7, scale: 20e-6, rounding: 0.3)
  static let phaseWeight: Float = 12.5
  static let fieldLevel = Term(weight: 2.5, scale: 1, rounding: 0.1)
  static let coherence = Term(weight: 1.5, scale: 0.1, rounding: 0.03)
  /// More for the bands below 2 kHz, where the ear hears coherence best.
  static let lowCoherenceWeight: Float = 6

  static let timeToHz = 700.0
  static let phaseToHz = 1_500.0
  private static let differenceFromHz = 1_500.0
  /// The largest frequency at which phases count at all.
  static let phaseLimitHz = 3_000.0

  /// Bins of the head's transform that count.
  let bins: [Int]
  let bands: AuditoryBands
  private let lanes: Int
  /// y, z, x and share of the sphere × lanes.
  private let directions: FloatBuffer
  /// band × ear × lanes, dB.
  private let levels: FloatBuffer
  private let phases: InterauralPhases
  private let field: FieldError
  /// band × ear × lanes, and what the error changes by with them.
  private let energies: FloatBuffer
  private let slopes: FloatBuffer

  /// Directions are thinned to about `points`, evenly over the sphere.
  init(_ head: borrowing HeadResponses, points: Int) {
    let hz = head.binHz
    let last = min(head.bins - 1, Int(17_500 / hz))
    let split = min(last, Int(3_000 / hz))
    // Every bin where bands are narrow and phases count, every other one above.
    bins = Array(0..<split) + Array(stride(from: split, through: last, by: 2))
    bands = AuditoryBands(
      binsHz: bins.map { Double($0) * hz }, spacings: bins.map { $0 < split ? 1 : 2 })
    let kept = ThinnedDirections(head.directions, head.weights, count: points)
    lanes = Spectra.lanes(for: kept.indices.count)
    directions = FloatBuffer(count: 4 * lanes)
    for lane in 0..<lanes {
      let place = min(lane, kept.indices.count - 1)
      let d = head.directions[kept.indices[place]]
      (directions[lane], directions[lanes + lane], directions[2 * lanes + lane]) = (d.y, d.z, d.x)
      directions[3 * lanes + lane] = lane < kept.indices.count ? Float(kept.weights[lane]) : 0
    }
    energies = FloatBuffer(count: 2 * bands.count * lanes)
    slopes = FloatBuffer(count: 2 * bands.count * lanes)
    levels = FloatBuffer(count: 2 * bands.count * lanes)
    phases = InterauralPhases(head, kept.indices, bins: bins.filter { Double($0) * hz < PerceptualError.phaseLimitHz })
    field = FieldError(head, bins: bins, bands)
    measureLevels(head, kept.indices)
  }

  private func measureLevels(_ head: borrowing HeadResponses, _ kept: [Int]) {
    for (place, bin) in zip(bands.places, bins) {
      for ear in 0..<2 {
        let (re, im) = (head.real(bin, ear: ear), head.imaginary(bin, ear: ear))
        for lane in 0..<lanes {
          let index = kept[min(lane, kept.count - 1)]
          let power = re[index] * re[index] + im[index] * im[index]
          for member in 0..<place.count {
            levels[((place.first + member) * 2 + ear) * lanes + lane] += bands.shares[place.start + member] * power
          }
        }
      }
    }
    for index in stride(from: 0, to: levels.count, by: 8) {
      VectorMath.store(PerceptualError.decibels(VectorMath.load(levels.pointer + index)), levels.pointer + index)
    }
  }

  private static let silence: Float = 1e-9
  private static let decibelsPerNeper: Float = 4.342_944_8

  @inline(__always) private static func decibels(_ power: SIMD8<Float>) -> SIMD8<Float> {
    decibelsPerNeper * VectorMath.logarithm(power + silence)
  }

  /// The error of `gains`; writes its gradient.
  func evaluate(_ gains: UnsafePointer<Float>, gradient: UnsafeMutablePointer<Float>) -> Double {
    energies.clear()
    for first in stride(from: 0, to: lanes, by: 8) { addEnergies(gains, first) }
    // Levels in the field are those re the mean over directions: one gain for all makes no difference.
    let (fieldError, meanSlope) = field.evaluate(gains, gradient, bands, meanLevel: meanLevel())
    var error = fieldError
    for first in stride(from: 0, to: lanes, by: 8) { error += differentiateLevels(first, meanSlope: Float(meanSlope)) }
    error += phases.evaluate(gains, directions.pointer, lanes)
    for bin in bins.indices { differentiate(bin, gains, gradient) }
    return error
  }

  /// dB, over directions, ears and bands. Leaves the errors where the slopes will be.
  private func meanLevel() -> Double {
    var sum = 0.0
    for first in stride(from: 0, to: lanes, by: 8) {
      var levels = SIMD8<Float>.zero
      for row in 0..<2 * bands.count {
        let error = error(at: row * lanes + first)
        VectorMath.store(error, slopes.pointer + row * lanes + first)
        levels += error
      }
      sum += Double((levels * VectorMath.load(directions.pointer + 3 * lanes + first)).sum())
    }
    return sum / Double(2 * bands.count)
  }

  /// Band energies of eight directions.
  private func addEnergies(_ gains: UnsafePointer<Float>, _ first: Int) {
    let d = DirectionVector(directions.pointer + first, lanes)
    for (bin, place) in bands.places.enumerated() {
      let (left, right) = (d.pressure(gains + 16 * bin).square, d.pressure(gains + 16 * bin + 8).square)
      var target = energies.pointer + 2 * place.first * lanes + first
      for member in 0..<place.count {
        let share = SIMD8(repeating: bands.shares[place.start + member])
        VectorMath.store(VectorMath.multiplyAdd(VectorMath.load(target), share, left), target)
        VectorMath.store(VectorMath.multiplyAdd(VectorMath.load(target + lanes), share, right), target + lanes)
        target += 2 * lanes
      }
    }
  }

  /// From the errors of levels of eight directions that `meanLevel` left.
  private func differentiateLevels(_ first: Int, meanSlope: Float) -> Double {
    let weight = VectorMath.load(directions.pointer + 3 * lanes + first)
    let perBand = 1 / Float(bands.count)
    let high = bands.centresHz.firstIndex { $0 >= PerceptualError.differenceFromHz } ?? bands.count
    var (total, broad) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
    for band in 0..<bands.count {
      let place = 2 * band * lanes + first
      let left = VectorMath.load(slopes.pointer + place)
      let right = VectorMath.load(slopes.pointer + place + lanes)
      if band >= high { broad += left - right }
      let (l, r) = (PerceptualError.level(left), PerceptualError.level(right))
      let between = PerceptualError.bandDifference(left - right)
      total += perBand * (0.5 * (l.size + r.size) + between.size)
      setSlope(perBand * weight * (0.5 * (l.slope + meanSlope) + between.slope), at: place)
      setSlope(perBand * weight * (0.5 * (r.slope + meanSlope) - between.slope), at: place + lanes)
    }
    guard high < bands.count else { return Double((weight * total).sum()) }
    let highBands = Float(bands.count - high)
    let found = PerceptualError.broadDifference(broad / highBands)
    let slope = weight * found.slope / highBands
    for band in high..<bands.count {
      let place = 2 * band * lanes + first
      addSlope(slope, at: place)
      addSlope(-slope, at: place + lanes)
    }
    return Double((weight * (total + found.size)).sum())
  }

  @inline(__always) private func error(at place: Int) -> SIMD8<Float> {
    PerceptualError.decibels(VectorMath.load(energies.pointer + place)) - VectorMath.load(levels.pointer + place)
  }

  /// A slope re the level turned into one re the energy.
  @inline(__always) private func setSlope(_ slope: SIMD8<Float>, at place: Int) {
    let energy = VectorMath.load(energies.pointer + place) + PerceptualError.silence
    VectorMath.store(PerceptualError.decibelsPerNeper * slope / energy, slopes.pointer + place)
  }

  @inline(__always) private func addSlope(_ slope: SIMD8<Float>, at place: Int) {
    let energy = VectorMath.load(energies.pointer + place) + PerceptualError.silence
    let sum = VectorMath.load(slopes.pointer + place) + PerceptualError.decibelsPerNeper * slope / energy
    VectorMath.store(sum, slopes.pointer + place)
  }

  /// The gradient at one bin: what levels and phases say of the pressure at the ears, summed over directions.
  private func differentiate(_ bin: Int, _ gains: UnsafePointer<Float>, _ gradient: UnsafeMutablePointer<Float>) {
    let place = bands.places[bin]
    var (left, right) = (DirectionVector.Sums(), DirectionVector.Sums())
    for first in stride(from: 0, to: lanes, by: 8) {
      let d = DirectionVector(directions.pointer + first, lanes)
      let (l, r) = (d.pressure(gains + 16 * bin), d.pressure(gains + 16 * bin + 8))
      var (lSlope, rSlope) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
      var slope = UnsafePointer(slopes.pointer) + 2 * place.first * lanes + first
      for member in 0..<place.count {
        let share = SIMD8(repeating: 2 * bands.shares[place.start + member])
        lSlope = VectorMath.multiplyAdd(lSlope, share, VectorMath.load(slope))
        rSlope = VectorMath.multiplyAdd(rSlope, share, VectorMath.load(slope + lanes))
        slope += 2 * lanes
      }
      var (dLeft, dRight) = (l * lSlope, r * rSlope)
      if bin < phases.bins {
        let cross = phases.slope(bin, first)
        dLeft = dLeft + cross * r
        dRight = dRight + cross.conjugate * l
      }
      left.add(d, dLeft)
      right.add(d, dRight)
    }
    left.addTo(gradient + 16 * bin)
    right.addTo(gradient + 16 * bin + 8)
  }
}
