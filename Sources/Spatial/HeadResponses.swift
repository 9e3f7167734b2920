import CPlatform
import Signal

/// Head-related transfer functions on the frequencies of a transform at the host's rate: what filters are designed from.
///
/// Responses measured at another rate are transformed with a size in the same proportion to their rate, so that the bins
/// fall on the same frequencies: exact resampling without a filter. Above the measured band there are no bins.
/// Build. 7 MB for 710 directions.
public struct HeadResponses: ~Copyable {
  public let directions: [SIMD3<Float>]
  /// Share of the sphere of each direction, sum 1.
  public let weights: [Double]
  public let sampleRate: Double
  /// Frames of a transform at `sampleRate` whose bins these are.
  public let transformSize: Int
  /// Bins from 0 Hz on that hold data: at most `transformSize / 2 + 1`.
  public let bins: Int
  public var binHz: Double { sampleRate / Double(transformSize) }
  /// `directions.count` rounded up to whole vectors; the padding is zero.
  let lanes: Int
  /// bin × ear × (real, imaginary) × lanes.
  private let storage: FloatBuffer

  init(directions: [SIMD3<Float>], weights: [Double], sampleRate: Double, transformSize: Int, bins: Int) {
    self.directions = directions
    self.weights = weights
    self.sampleRate = sampleRate
    self.transformSize = transformSize
    self.bins = bins
    lanes = Spectra.lanes(for: directions.count)
    storage = FloatBuffer(count: bins * 4 * lanes)
  }

  /// Real parts over directions; `ear`: 0 left, 1 right.
  func real(_ bin: Int, ear: Int) -> UnsafeMutablePointer<Float> { storage.pointer + (bin * 4 + ear * 2) * lanes }

  func imaginary(_ bin: Int, ear: Int) -> UnsafeMutablePointer<Float> {
    storage.pointer + (bin * 4 + ear * 2 + 1) * lanes
  }

  /// Bins that the filters' design steps through are at most this far apart.
  static let finestBinHz = 37.5
  /// The last part of a band limit over which filters fade to nothing.
  static let bandEdge = 0.98

  public init(_ responses: borrowing ImpulseResponses, sampleRate: Double) {
    let (size, measuredSize) = HeadResponses.transformSizes(for: sampleRate, measuredAt: responses.sampleRate)
    self.init(
      directions: responses.directions, weights: SphereWeights.nearestShares(responses.directions),
      sampleRate: sampleRate, transformSize: size, bins: min(size, measuredSize) / 2 + 1)
    let fft = RealFFT(size: measuredSize)
    let time = FloatBuffer(count: measuredSize)
    let spectra = Spectra(channels: 8, bins: fft.bins)
    var first = 0
    while first < directions.count {
      let count = min(8, directions.count - first)
      for ear in 0..<2 {
        spectra.clear()
        for lane in 0..<count {
          HeadResponses.fit(responses.response(first + lane, ear: ear), frames: responses.frames, into: time)
          fft.forward(time.pointer, into: spectra, channel: lane)
        }
        scatter(spectra, first: first, ear: ear)
      }
      first += 8
    }
  }

  /// Eight directions of one ear from transform order into bin order.
  private func scatter(_ spectra: borrowing Spectra, first: Int, ear: Int) {
    for bin in 0..<bins {
      var (re, im) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
      for lane in 0..<8 {
        re[lane] = spectra.real(lane)[bin]
        im[lane] = spectra.imaginary(lane)[bin]
      }
      VectorMath.store(re, real(bin, ear: ear) + first)
      VectorMath.store(im, imaginary(bin, ear: ear) + first)
    }
  }

  /// The response in the transform's length: padded, or cut with a fade where it is longer (rooms in the file).
  private static func fit(
    _ response: UnsafeMutablePointer<Float>, frames: Int, into time: borrowing FloatBuffer
  ) {
    time.clear()
    for frame in 0..<min(frames, time.count) { time[frame] = response[frame] }
    guard frames > time.count else { return }
    let fade = time.count / 8
    for frame in 0..<fade {
      let angle = Double.pi / 2 * (Double(frame) + 0.5) / Double(fade)
      time[time.count - fade + frame] *= Float(nf_cos(angle) * nf_cos(angle))
    }
  }

  /// Sizes at both rates, even and a multiple of 4 at `sampleRate`, whose bins agree as well as possible: exactly for all usual rates, within 0.05 % otherwise.
  static func transformSizes(for sampleRate: Double, measuredAt measuredRate: Double) -> (size: Int, measured: Int) {
    let smallest = 4 * Int((sampleRate / finestBinHz / 4).rounded(.up))
    var best = (size: smallest, measured: 0, error: Double.infinity)
    for size in stride(from: smallest, through: smallest * 3 / 2, by: 4) {
      let exact = Double(size) * measuredRate / sampleRate
      let measured = 2 * Int((exact / 2).rounded())
      let error = abs(Double(measured) / exact - 1)
      if error < best.error - 1e-12 { best = (size, measured, error) }
    }
    return (best.size, max(16, best.measured))
  }
}
