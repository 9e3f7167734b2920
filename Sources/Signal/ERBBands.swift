import CPlatform

/// Triangular bands, evenly spaced in ERB number, that share every bin between two neighbours with weights of sum 1.
///
/// ERB number = 21.4 log₁₀(1 + 0.00437 f/Hz). Source: Glasberg & Moore (1990), "Derivation of auditory filter shapes from
/// notched-noise data", Hearing Research 47, eq. 4. Build: `init`. Audio: everything else; a few ns per bin.
public struct ERBBands: ~Copyable {
  public let count: Int
  public let bins: Int
  private let lowerBand: UnsafeMutablePointer<Int32>
  private let upperShare: FloatBuffer
  /// Where each band's bins start, and how many there are.
  private let ranges: UnsafeMutablePointer<(first: Int32, count: Int32)>
  /// The weights of each band's bins, of sum 1, band after band.
  private let weights: FloatBuffer
  private let centres: FloatBuffer

  /// `count` band centres from 0 Hz to `highestHz`; bins above belong to the last band.
  public init(count: Int, highestHz: Double, bins: Int, binSpacingHz: Double) {
    self.init(
      linear: 0, linearSpacingHz: 1, count: count, highestHz: highestHz, bins: bins, binSpacingHz: binSpacingHz)
  }

  /// The first `linear` centres `linearSpacingHz` apart from 0 Hz on, fine enough for the harmonics of a voice; the others,
  /// up to `count`, evenly spaced in ERB number from there to `highestHz`.
  public init(
    linear: Int, linearSpacingHz: Double, count: Int, highestHz: Double, bins: Int, binSpacingHz: Double
  ) {
    precondition(count >= linear + 2)
    self.count = count
    self.bins = bins
    lowerBand = .allocate(capacity: bins)
    upperShare = FloatBuffer(count: bins)
    centres = FloatBuffer(count: count)
    let split = Double(linear) * linearSpacingHz
    let first = Self.erbNumber(hz: split)
    let spacing = (Self.erbNumber(hz: highestHz) - first) / Double(count - linear - 1)
    for band in 0..<count {
      centres[band] = Float(
        band < linear ? Double(band) * linearSpacingHz : Self.hz(erbNumber: first + Double(band - linear) * spacing))
    }
    for bin in 0..<bins {
      let hz = Double(bin) * binSpacingHz
      let above = (Self.erbNumber(hz: hz) - first) / spacing
      let position = hz < split ? hz / linearSpacingHz : min(Double(linear) + above, Double(count - 1))
      let lower = min(Int(position), count - 2)
      lowerBand[bin] = Int32(lower)
      upperShare[bin] = Float(position - Double(lower))
    }
    // Every bin is in two bands at most.
    weights = FloatBuffer(count: 2 * bins)
    ranges = .allocate(capacity: count)
    var next = 0
    for band in 0..<count {
      var (first, length, sum): (Int, Int, Float) = (0, 0, 0)
      for bin in 0..<bins {
        let weight = Self.weight(of: bin, in: band, Int(lowerBand[bin]), upperShare[bin])
        guard weight > 0 else { continue }
        if length == 0 { first = bin }
        length = bin - first + 1
        weights[next + length - 1] = weight
        sum += weight
      }
      for index in next..<next + length { weights[index] /= sum }
      ranges[band] = (Int32(first), Int32(length))
      next += length
    }
  }

  private static func weight(of bin: Int, in band: Int, _ lower: Int, _ share: Float) -> Float {
    lower == band ? 1 - share : lower + 1 == band ? share : 0
  }

  deinit {
    lowerBand.deallocate()
    ranges.deallocate()
  }

  @_noLocks public func centreHz(_ band: Int) -> Float { centres[band] }

  /// Weighted mean over each band's bins.
  @_noLocks public func average(_ values: UnsafePointer<Float>, into bands: borrowing FloatBuffer) {
    var weight = weights.pointer
    for band in 0..<count {
      let (first, length) = (Int(ranges[band].first), Int(ranges[band].count))
      if length <= 4 {
        var sum: Float = 0
        for index in 0..<length { sum += weight[index] * values[first + index] }
        bands[band] = sum
      } else {
        bands[band] = VectorMath.dot(weight, values + first, count: length)
      }
      weight = weight + length
    }
  }

  /// Linear interpolation between band centres.
  @_noLocks public func interpolate(_ bands: borrowing FloatBuffer, into values: UnsafeMutablePointer<Float>) {
    for bin in 0..<bins {
      let (lower, share) = (Int(lowerBand[bin]), upperShare[bin])
      values[bin] = (1 - share) * bands[lower] + share * bands[lower + 1]
    }
  }

  public static func erbNumber(hz: Double) -> Double { 21.4 * nf_log(1 + 0.00437 * hz) / nf_log(10) }

  public static func hz(erbNumber: Double) -> Double { (nf_pow(10, erbNumber / 21.4) - 1) / 0.00437 }
}
