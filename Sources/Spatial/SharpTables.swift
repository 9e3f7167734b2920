import CPlatform
import Signal

/// What the sharp renderer looks up: the head's responses on a grid of directions, turned to the phase of the linear
/// filters, and those filters, both on the few frequencies of a short transform.
///
/// Build: `init`; 2.4 MB at any rate. Audio: reading.
public struct SharpTables: ~Copyable {
  let sampleRate: Double
  /// Frames of the transform.
  let transformSize: Int
  /// Bins from 0 Hz to `highestHz`.
  let bins: Int
  /// Length of the filters that correct: three quarters of the transform.
  let correctionTaps: Int
  /// Radians per bin by which the head's response to the side, (0, ±1, 0), is held back; in proportion to |y| elsewhere.
  let sideStep: Float
  let bands: SharpBands
  /// Per bin how much of the correction is wanted: none at the ends, where heads are not measured well.
  let shares: FloatBuffer
  /// node (of `PointResponses`) × bin × (left real, left imaginary, right real, right imaginary).
  private let heads: FloatBuffer
  /// bin × input (W Y Z X) × the same four.
  private let filters: FloatBuffer

  /// At 44.1 and 48 kHz; grows with the rate as the renderer's times do.
  static let baseSize = 256
  /// Responses are cut to this many frames, of 256.
  private static let keptFrames = 224
  /// From the side sound comes to the nearer ear this much before it comes to the head's centre, with some to spare.
  private static let sideSeconds = 0.000_35
  private static let fromHz = 150.0...300.0
  private static let highestHz = 18_600.0...20_000.0

  @_noLocks func response(_ node: Int, _ bin: Int) -> UnsafePointer<Float> {
    UnsafePointer(heads.pointer + (node * bins + bin) * 4)
  }

  @_noLocks func filter(_ bin: Int) -> UnsafePointer<Float> { UnsafePointer(filters.pointer + bin * 16) }

  /// `linear`: the filters that are to be corrected, channel `2 · input + ear` × `taps`.
  /// `places`: of the nodes in the head.
  init(
    _ head: borrowing HeadResponses, _ places: [[PointResponses.Neighbour]], linear: borrowing ChannelBuffer, taps: Int
  ) {
    let scale = BinauralRenderer.scale(head.sampleRate)
    let size = SharpTables.baseSize * scale
    let binHz = head.sampleRate / Double(size)
    let bins = min(size / 2, Int(SharpTables.highestHz.upperBound / binHz)) + 1
    let fft = RealFFT(size: size)
    let window = SharpTables.window(frames: SharpTables.keptFrames * scale)
    sampleRate = head.sampleRate
    transformSize = size
    self.bins = bins
    correctionTaps = size * 3 / 4
    sideStep = Float(2 * Double.pi * SharpTables.sideSeconds * binHz)
    bands = SharpBands(bins: bins, binHz: binHz)
    shares = FloatBuffer(count: bins)
    for bin in 0..<bins { shares[bin] = SharpTables.share(hz: Double(bin) * binHz) }
    filters = SharpTables.shortened(linear, taps: taps, fft, window, bins: bins)
    let turns = SharpAlignment.turns(head, linear, taps: taps)
    heads = SharpTables.onGrid(head, places, turns, fft, window, bins: bins)
  }

  private static func share(hz: Double) -> Float {
    func rise(_ range: ClosedRange<Double>, _ hz: Double) -> Double {
      let place = nf_log(max(hz, 1) / range.lowerBound) / nf_log(range.upperBound / range.lowerBound)
      let sine = nf_sin(.pi / 2 * min(max(place, 0), 1))
      return sine * sine
    }
    return Float(rise(fromHz, hz) * (1 - rise(highestHz, hz)))
  }

  /// Keeps a response's beginning as it is; its end fades out.
  private static func window(frames: Int) -> FloatBuffer {
    let window = FloatBuffer(count: frames)
    let fall = frames / 6
    for frame in 0..<frames {
      let sine = nf_sin(.pi / 2 * min((Double(frames - frame) - 0.5) / Double(fall), 1))
      window[frame] = Float(sine * sine)
    }
    return window
  }

  private static func shortened(
    _ linear: borrowing ChannelBuffer, taps: Int, _ fft: borrowing RealFFT, _ window: borrowing FloatBuffer, bins: Int
  ) -> FloatBuffer {
    let result = FloatBuffer(count: bins * 16)
    let time = FloatBuffer(count: fft.size)
    let spectra = Spectra(channels: 1, bins: fft.bins)
    for channel in 0..<8 {
      for frame in 0..<min(taps, window.count) { time[frame] = linear[channel][frame] * window[frame] }
      fft.forward(time.pointer, into: spectra, channel: 0)
      for bin in 0..<bins {
        let place = bin * 16 + channel / 2 * 4 + channel % 2 * 2
        result[place] = spectra.real(0)[bin]
        result[place + 1] = spectra.imaginary(0)[bin]
      }
    }
    return result
  }

  /// Between measured directions phases come from the mean of the responses, levels from that of their powers.
  private static func onGrid(
    _ head: borrowing HeadResponses, _ places: [[PointResponses.Neighbour]], _ turns: [Complex],
    _ fft: borrowing RealFFT, _ window: borrowing FloatBuffer, bins: Int
  ) -> FloatBuffer {
    var isUsed = [Bool](repeating: false, count: head.directions.count + 8)
    for place in places { for neighbour in place { isUsed[neighbour.direction] = true } }
    let long = RealFFT(size: head.transformSize / 2)
    let measured = FloatBuffer(count: head.lanes * bins * 4)
    for first in stride(from: 0, to: head.directions.count, by: 8) where isUsed[first..<(first + 8)].contains(true) {
      for ear in 0..<2 { shorten(head, turns, first: first, ear: ear, long, fft, window, bins: bins, into: measured) }
    }
    let result = FloatBuffer(count: places.count * bins * 4)
    for (node, place) in places.enumerated() {
      for bin in 0..<bins {
        var (sum, power) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
        for neighbour in place {
          let value = load(measured, (neighbour.direction * bins + bin) * 4)
          sum += neighbour.share * value
          power += neighbour.share * value * value
        }
        let square = sum * sum
        let left = Float(nf_sqrt(Double((power[0] + power[1]) / max(square[0] + square[1], 1e-20))))
        let right = Float(nf_sqrt(Double((power[2] + power[3]) / max(square[2] + square[3], 1e-20))))
        let target = result.pointer + (node * bins + bin) * 4
        (target[0], target[1]) = (sum[0] * left, sum[1] * left)
        (target[2], target[3]) = (sum[2] * right, sum[3] * right)
      }
    }
    return result
  }

  private static func load(_ buffer: borrowing FloatBuffer, _ place: Int) -> SIMD4<Float> {
    let p = buffer.pointer + place
    return SIMD4(p[0], p[1], p[2], p[3])
  }

  /// Eight directions from the head's transform, every other bin of it, into direction × bin × four.
  private static func shorten(
    _ head: borrowing HeadResponses, _ turns: [Complex], first: Int, ear: Int, _ long: borrowing RealFFT,
    _ fft: borrowing RealFFT, _ window: borrowing FloatBuffer, bins: Int, into measured: borrowing FloatBuffer
  ) {
    let spectra = Spectra(channels: 8, bins: long.bins)
    for lane in 0..<min(8, head.directions.count - first) {
      turn(head, turns, direction: first + lane, ear: ear, long, into: spectra, channel: lane)
    }
    let time = FloatBuffer(count: long.size)
    let cut = FloatBuffer(count: fft.size)
    let short = Spectra(channels: 1, bins: fft.bins)
    for lane in 0..<min(8, head.directions.count - first) {
      long.inverse(spectra, channel: lane, into: time.pointer)
      VectorMath.multiply(time.pointer, window.pointer, into: cut.pointer, count: min(window.count, time.count))
      fft.forward(cut.pointer, into: short, channel: 0)
      for bin in 0..<bins {
        let place = ((first + lane) * bins + bin) * 4 + 2 * ear
        measured[place] = short.real(0)[bin]
        measured[place + 1] = short.imaginary(0)[bin]
      }
    }
  }

  /// A response in the phase of the linear filters, and so much later at both ears that the nearer one hears it all.
  private static func turn(
    _ head: borrowing HeadResponses, _ turns: [Complex], direction: Int, ear: Int, _ long: borrowing RealFFT,
    into spectra: borrowing Spectra, channel: Int
  ) {
    let lateSeconds = SharpTables.sideSeconds * Double(abs(head.directions[direction].y))
    let step = -2 * Double.pi * lateSeconds * head.sampleRate / Double(long.size)
    for bin in 0...((head.bins - 1) / 2) {
      let turn = turns[2 * bin] * Complex(phase: step * Double(bin))
      let (c, s) = (Float(turn.re), Float(turn.im))
      let (x, y) = (head.real(2 * bin, ear: ear)[direction], head.imaginary(2 * bin, ear: ear)[direction])
      spectra.real(channel)[bin] = x * c - y * s
      spectra.imaginary(channel)[bin] = bin == 0 || bin == long.size / 2 ? 0 : x * s + y * c
    }
  }
}
