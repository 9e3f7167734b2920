import CPlatform
import Signal

/// The part of `PerceptualError` that is about diffuse fields: per band the levels at the ears and their coherence. Build.
struct FieldError: ~Copyable {
  /// Yᵀ W Y, row by row.
  private let gram: [Float]
  /// Of the head per band: powers left and right, coherence (real, at lag 0).
  private let left: [Double]
  private let right: [Double]
  private let coherence: [Double]
  private let weights: [Double]
  /// bin × ear × (W Y Z X) × (real, imaginary): the gains times the Gram matrix.
  private let mixed: FloatBuffer

  init(_ head: borrowing HeadResponses, bins: [Int], _ bands: AuditoryBands) {
    let fit = FirstOrderFit(directions: head.directions, weights: head.weights)
    gram = fit.gram.map { Float($0) }
    mixed = FloatBuffer(count: 16 * bins.count)
    var sums = BandCovariances(count: bands.count)
    for (index, bin) in bins.enumerated() {
      let m = fit.fieldCovariance(head, bin: bin)
      sums.add(bands, index, left: m.ll.re, right: m.rr.re, cross: m.lr.re)
    }
    left = sums.left
    right = sums.right
    coherence = (0..<bands.count).map { sums.coherence($0) }
    weights = bands.centresHz.map {
      Double(PerceptualError.coherence.weight + ($0 < 2_000 ? PerceptualError.lowCoherenceWeight : 0))
        / Double(PerceptualError.coherence.weight)
    }
  }

  private struct BandCovariances {
    var left, right, cross: [Double]

    init(count: Int) {
      left = [Double](repeating: 1e-12, count: count)
      right = left
      cross = [Double](repeating: 0, count: count)
    }

    mutating func add(_ bands: AuditoryBands, _ bin: Int, left: Double, right: Double, cross: Double) {
      let place = bands.places[bin]
      for member in 0..<place.count {
        let share = Double(bands.shares[place.start + member])
        self.left[place.first + member] += share * left
        self.right[place.first + member] += share * right
        self.cross[place.first + member] += share * cross
      }
    }

    func coherence(_ band: Int) -> Double { cross[band] / nf_sqrt(left[band] * right[band]) }
  }

  /// The error of `gains`, levels re `meanLevel` dB, and its slope re that; writes its gradient.
  func evaluate(
    _ gains: UnsafePointer<Float>, _ gradient: UnsafeMutablePointer<Float>, _ bands: AuditoryBands, meanLevel: Double
  ) -> (error: Double, meanSlope: Double) {
    var sums = BandCovariances(count: bands.count)
    for bin in bands.places.indices {
      let (g, m) = (gains + 16 * bin, mixed.pointer + 16 * bin)
      mix(g, into: m)
      mix(g + 8, into: m + 8)
      sums.add(
        bands, bin, left: Double(product(g, m)), right: Double(product(g + 8, m + 8)),
        cross: Double(product(g, m + 8)))
    }
    var (error, meanSlope) = (0.0, 0.0)
    var slopes = BandCovariances(count: bands.count)
    for band in 0..<bands.count { error += differentiate(band, sums, meanLevel, &slopes, &meanSlope) }
    for bin in bands.places.indices {
      let place = bands.places[bin]
      var (l, r, x) = (0 as Float, 0 as Float, 0 as Float)
      for member in 0..<place.count {
        let share = bands.shares[place.start + member]
        l += 2 * share * Float(slopes.left[place.first + member])
        r += 2 * share * Float(slopes.right[place.first + member])
        x += share * Float(slopes.cross[place.first + member])
      }
      let (m, target) = (mixed.pointer + 16 * bin, gradient + 16 * bin)
      for index in 0..<8 {
        target[index] = l * m[index] + x * m[8 + index]
        target[8 + index] = r * m[8 + index] + x * m[index]
      }
    }
    return (error, meanSlope)
  }

  /// Errors of one band and their slopes re its covariance.
  private func differentiate(
    _ band: Int, _ sums: BandCovariances, _ meanLevel: Double, _ slopes: inout BandCovariances,
    _ meanSlope: inout Double
  ) -> Double {
    let perBand = 1 / Double(left.count)
    let (l, r) = (sums.left[band], sums.right[band])
    let first = term(PerceptualError.fieldLevel, 10 * nf_log(l / left[band]) / nf_log(10) - meanLevel)
    let second = term(PerceptualError.fieldLevel, 10 * nf_log(r / right[band]) / nf_log(10) - meanLevel)
    let found = sums.coherence(band)
    let third = term(PerceptualError.coherence, found - coherence[band])
    let decibels = 10 / nf_log(10)
    let slope = perBand * weights[band] * third.slope
    meanSlope -= perBand / 2 * (first.slope + second.slope)
    slopes.left[band] = perBand / 2 * first.slope * decibels / l - slope * found / (2 * l)
    slopes.right[band] = perBand / 2 * second.slope * decibels / r - slope * found / (2 * r)
    slopes.cross[band] = slope / nf_sqrt(l * r)
    return perBand * ((first.size + second.size) / 2 + weights[band] * third.size)
  }

  private func term(_ term: PerceptualError.Term, _ error: Double) -> (size: Double, slope: Double) {
    let x = error / Double(term.scale)
    let size = nf_sqrt(x * x + Double(term.rounding * term.rounding))
    return (Double(term.weight) * size, Double(term.weight) * x / (size * Double(term.scale)))
  }

  private func mix(_ gains: UnsafePointer<Float>, into m: UnsafeMutablePointer<Float>) {
    for row in 0..<4 {
      var (re, im) = (0 as Float, 0 as Float)
      for column in 0..<4 {
        re += gram[4 * row + column] * gains[2 * column]
        im += gram[4 * row + column] * gains[2 * column + 1]
      }
      (m[2 * row], m[2 * row + 1]) = (re, im)
    }
  }

  /// Re gᴴ m.
  private func product(_ g: UnsafePointer<Float>, _ m: UnsafePointer<Float>) -> Float {
    var sum: Float = 0
    for index in 0..<8 { sum += g[index] * m[index] }
    return sum
  }
}
