import Ambisonics
import CPlatform
import Signal

/// Where the sound comes from in every band, and how much of it comes from one direction alone.
///
/// A hop of the field at a time, without overlap, is transformed; products of the channels are summed over each band and
/// averaged over time, 40 ms or what eight periods of the bandwidth take. The direction is that of the active intensity. The
/// share that is taken for one wave is the smaller of two: |I|/E (V. Pulkki 2007, "Spatial sound reproduction with
/// directional audio coding", JAES 55, eq. 11), and what the velocity across the direction leaves, which tells two sources from
/// one in reverberation. Works on the field in the room, so that turns of the head need no new averages.
/// Build: `init`. Audio: the rest.
struct SharpAnalysis: ~Copyable {
  /// Per band: the unit vector x, y, z in the room and the share of the direct sound, 0…1.
  let focus: FloatBuffer
  let hopFrames: Int
  let bandCount: Int

  private static let seconds = 0.04
  private static let mostSeconds = 0.2
  private static let periods = 8.0

  private let fft: RealFFT
  private let window: FloatBuffer
  private let frame: FloatBuffer
  private let spectra: Spectra
  /// The hop that is being filled, W Y Z X.
  private let fresh: ChannelBuffer
  /// Per band the first bin of this transform and the share of a new hop in the averages; then the end.
  private let starts: FloatBuffer
  private let rates: FloatBuffer
  /// Per band (I_y, I_z, I_x, W²), (Y², Z², X², W²), (YZ, ZX, XY, –).
  private let means: FloatBuffer

  init(_ tables: borrowing SharpTables) {
    // Bins half as wide as the tables': band edges fall half-way between two of those, on a bin of these.
    hopFrames = 2 * tables.transformSize
    bandCount = tables.bands.count
    fft = RealFFT(size: hopFrames)
    window = FloatBuffer(count: hopFrames)
    frame = FloatBuffer(count: hopFrames)
    spectra = Spectra(channels: 4, bins: fft.bins)
    fresh = ChannelBuffer(channels: 4, capacity: hopFrames)
    focus = FloatBuffer(count: 4 * bandCount)
    starts = FloatBuffer(count: bandCount + 1)
    rates = FloatBuffer(count: bandCount)
    means = FloatBuffer(count: 12 * bandCount)
    for index in 0..<hopFrames {
      window[index] = Float(0.5 - 0.5 * nf_cos(2 * .pi * (Double(index) + 0.5) / Double(hopFrames)))
    }
    let binHz = tables.sampleRate / Double(hopFrames)
    for band in 0..<bandCount {
      let (start, end) = (2 * tables.bands.start(band) - 1, 2 * tables.bands.end(band) - 1)
      (starts[band], starts[band + 1]) = (Float(start), Float(end))
      let time = min(
        max(SharpAnalysis.seconds, SharpAnalysis.periods / (Double(end - start) * binHz)), SharpAnalysis.mostSeconds)
      rates[band] = Float(1 - nf_exp(-Double(hopFrames) / tables.sampleRate / time))
    }
    reset()
  }

  @_noLocks func reset() {
    fresh.clear()
    means.clear()
    focus.clear()
  }

  /// Takes `frames` frames of the field from `start` on to `place` in the hop.
  @_noLocks func take(_ field: borrowing ChannelBuffer, from start: Int, frames: Int, to place: Int) {
    for channel in 0..<4 {
      nf_rt_copy(fresh[channel] + place, field[channel] + start, frames * MemoryLayout<Float>.stride)
    }
  }

  /// First step, when the hop is full.
  @_noLocks func transform() {
    for channel in 0..<4 {
      VectorMath.multiply(fresh[channel], window.pointer, into: frame.pointer, count: hopFrames)
      fft.forward(frame.pointer, into: spectra, channel: channel)
    }
  }

  /// Second step.
  @_noLocks func update() {
    for band in 0..<bandCount {
      let sums = products(from: Int(starts[band]), to: Int(starts[band + 1]))
      let mean = means.pointer + 12 * band
      let rate = rates[band]
      let intensity = SharpAnalysis.average(sums.0, rate, mean)
      let powers = SharpAnalysis.average(sums.1, rate, mean + 4)
      let crosses = SharpAnalysis.average(sums.2, rate, mean + 8)
      let total = powers.sum() + crosses.sum() + intensity.sum()
      // Products of very large inputs are infinite, and would stay so.
      if !total.isFinite { nf_rt_clear(mean, 12 * MemoryLayout<Float>.stride) }
      let target = focus.pointer + 4 * band
      target[3] = total.isFinite ? SharpAnalysis.share(intensity, powers, crosses, direction: target) : 0
    }
  }

  @_noLocks private func products(from start: Int, to end: Int) -> (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) {
    var (intensity, powers, crosses) = (SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero)
    for bin in start..<end {
      let re = SIMD4(spectra.real(1)[bin], spectra.real(2)[bin], spectra.real(3)[bin], spectra.real(0)[bin])
      let im = SIMD4(
        spectra.imaginary(1)[bin], spectra.imaginary(2)[bin], spectra.imaginary(3)[bin], spectra.imaginary(0)[bin])
      intensity += re * re[3] + im * im[3]
      powers += re * re + im * im
      crosses += re * SIMD4(re[1], re[2], re[0], 0) + im * SIMD4(im[1], im[2], im[0], 0)
    }
    return (intensity, powers, crosses)
  }

  @_noLocks private static func average(
    _ value: SIMD4<Float>, _ rate: Float, _ mean: UnsafeMutablePointer<Float>
  ) -> SIMD4<Float> {
    let old = SIMD4(mean[0], mean[1], mean[2], mean[3])
    let new = old + rate * (value - old)
    (mean[0], mean[1], mean[2], mean[3]) = (new[0], new[1], new[2], new[3])
    return new
  }

  /// Writes the direction; returns the direct share. The vectors have the order y, z, x.
  @_noLocks private static func share(
    _ intensity: SIMD4<Float>, _ powers: SIMD4<Float>, _ crosses: SIMD4<Float>,
    direction: UnsafeMutablePointer<Float>
  ) -> Float {
    let velocity = powers[0] + powers[1] + powers[2]
    let length = nf_rt_sqrt(
      intensity[0] * intensity[0] + intensity[1] * intensity[1] + intensity[2] * intensity[2])
    guard length > 1e-20 && velocity > 1e-20 else { return 0 }
    let (y, z, x) = (intensity[0] / length, intensity[1] / length, intensity[2] / length)
    (direction[0], direction[1], direction[2]) = (x, y, z)
    let along = y * y * powers[0] + z * z * powers[1] + x * x * powers[2]
    let mixed = y * z * crosses[0] + z * x * crosses[1] + x * y * crosses[2]
    // In a diffuse field two thirds of the velocity's power lie across any direction.
    let across = max(0, 1 - (along + 2 * mixed) / velocity)
    return min(2 * length / (powers[3] + velocity), 1 - 1.5 * across)
  }
}
