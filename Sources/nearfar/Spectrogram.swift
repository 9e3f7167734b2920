import Glibc
import Signal

/// Power in bands over time, for pictures: 64 bands from 60 Hz to 16 kHz, evenly on a logarithmic scale.
final class Spectrogram {
  static let bands = 64
  static let range = 60.0...16_000.0

  private(set) var columns = TimeColumns(width: bands)
  private let fft: RealFFT
  private let spectrum: Spectra
  private let windowed: FloatBuffer
  private let window: [Float]
  /// The bins of each band, at least one.
  private let bins: [Range<Int>]
  private var frames: [Float] = []
  private let hop: Int
  private let sampleRate: Double

  init(sampleRate: Int) {
    let size = sampleRate > 128_000 ? 8192 : sampleRate > 64_000 ? 4096 : 2048
    fft = RealFFT(size: size)
    spectrum = Spectra(channels: 1, bins: fft.bins)
    windowed = FloatBuffer(count: size)
    hop = size / 2
    self.sampleRate = Double(sampleRate)
    window = (0..<size).map { Float(0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(size))) }
    let last = fft.bins
    bins = (0..<Self.bands).map { band in
      let low = Int(Self.hertz(at: Double(band)) / Double(sampleRate) * Double(size))
      let high = Int(Self.hertz(at: Double(band + 1)) / Double(sampleRate) * Double(size))
      return min(low, last - 1)..<min(max(high, low + 1), last)
    }
  }

  /// What its columns stand for: each row for the middle half of what its window saw.
  var seconds: ClosedRange<Double> {
    let start = 0.5 * Double(hop) / sampleRate
    return start...start + Double(columns.count * hop) / sampleRate
  }

  /// On the scale of the bands, from 0 to 1.
  static func place(ofHertz hertz: Double) -> Double {
    log(hertz / range.lowerBound) / log(range.upperBound / range.lowerBound)
  }

  private static func hertz(at band: Double) -> Double {
    range.lowerBound * pow(range.upperBound / range.lowerBound, band / Double(bands))
  }

  func add(_ samples: UnsafePointer<Float>, frames count: Int) {
    frames += UnsafeBufferPointer(start: samples, count: count)
    while frames.count >= fft.size {
      for frame in 0..<fft.size { windowed[frame] = window[frame] * frames[frame] }
      fft.forward(windowed.pointer, into: spectrum, channel: 0)
      let (re, im) = (spectrum.real(0), spectrum.imaginary(0))
      columns.add(bins.map { range in range.reduce(0) { $0 + re[$1] * re[$1] + im[$1] * im[$1] } })
      frames.removeFirst(hop)
    }
  }

  /// Decibels over `reference` of every band, columns first.
  func levels(over reference: Float) -> [[Float]] {
    columns.means.map { column in column.map { 10 * log10(max($0, 1e-20) / reference) } }
  }

  /// The loudest band of all.
  var peak: Float { max(1e-20, columns.means.map { $0.max() ?? 0 }.max() ?? 0) }
}
