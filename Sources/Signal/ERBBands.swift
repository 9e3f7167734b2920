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
  /// Σ of the weights of each band.
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
    weights = FloatBuffer(count: count)
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
      weights[lower] += 1 - upperShare[bin]
      weights[lower + 1] += upperShare[bin]
    }
    for band in 0..<count { weights[band] = max(weights[band], 1e-6) }
  }

  deinit { lowerBand.deallocate() }

  @_noLocks public func centreHz(_ band: Int) -> Float { centres[band] }

  /// Weighted mean over each band's bins.
  @_noLocks public func average(_ values: UnsafePointer<Float>, into bands: borrowing FloatBuffer) {
    bands.clear()
    for bin in 0..<bins {
      let (lower, share) = (Int(lowerBand[bin]), upperShare[bin])
      bands[lower] += (1 - share) * values[bin]
      bands[lower + 1] += share * values[bin]
    }
    for band in 0..<count { bands[band] /= weights[band] }
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
