import Foundation

@testable import Signal
@testable import Spatial

/// Levels and differences of two ears in bands of one ERB.
struct EarSignals {
  static let bands = 36
  /// ear × band, dB.
  let levels: [[Double]]
  /// Real part of the normalised cross-spectrum.
  let coherences: [Double]
  /// Seconds by which the left ear leads: lag of the largest correlation below 1.5 kHz.
  let timeDifference: Double

  /// What was rendered, from a frame on.
  init(_ output: [[Float]], from start: Int, sampleRate: Double) {
    let size = (output[0].count - start) / 4 * 4
    let fft = RealFFT(size: size)
    let spectra = Spectra(channels: 2, bins: fft.bins)
    let time = FloatBuffer(count: size)
    for ear in 0..<2 {
      for frame in 0..<size {
        let window = 0.5 - 0.5 * cos(2 * .pi * (Double(frame) + 0.5) / Double(size))
        time[frame] = output[ear][start + frame] * Float(window)
      }
      fft.forward(time.pointer, into: spectra, channel: ear)
    }
    self.init(bins: fft.bins, binHz: sampleRate / Double(size)) { ear, bin in
      (Double(spectra.real(ear)[bin]), Double(spectra.imaginary(ear)[bin]))
    }
  }

  /// What the head hears from the direction nearest to an azimuth; nil where it has none within 3°.
  init?(_ head: borrowing HeadResponses, azimuthDegrees: Float) {
    let angle = Double(azimuthDegrees) * .pi / 180
    let wanted = SIMD3(Float(cos(angle)), Float(sin(angle)), 0)
    let index = head.directions.indices.max {
      (head.directions[$0] * wanted).sum() < (head.directions[$1] * wanted).sum()
    }!
    guard (head.directions[index] * wanted).sum() > 0.998_6 else { return nil }
    var values: [[(Double, Double)]] = []
    for ear in 0..<2 {
      values.append(
        (0..<head.bins).map {
          (Double(head.real($0, ear: ear)[index]), Double(head.imaginary($0, ear: ear)[index]))
        })
    }
    self.init(bins: head.bins, binHz: head.binHz) { ear, bin in values[ear][bin] }
  }

  private init(bins: Int, binHz: Double, _ value: (Int, Int) -> (Double, Double)) {
    var powers = [[Double]](repeating: [Double](repeating: 1e-30, count: EarSignals.bands), count: 2)
    var crosses = [Double](repeating: 0, count: EarSignals.bands)
    var low: [(radians: Double, re: Double, im: Double)] = []
    for bin in 1..<bins {
      let hz = Double(bin) * binHz
      let (l, r) = (value(0, bin), value(1, bin))
      let cross = (re: l.0 * r.0 + l.1 * r.1, im: l.0 * r.1 - l.1 * r.0)
      if hz > 200 && hz < 1_500 { low.append((2 * .pi * hz, cross.re, cross.im)) }
      let band = Int(ERBBands.erbNumber(hz: hz))
      guard hz < 16_000 && band < EarSignals.bands else { continue }
      powers[0][band] += l.0 * l.0 + l.1 * l.1
      powers[1][band] += r.0 * r.0 + r.1 * r.1
      crosses[band] += cross.re
    }
    levels = powers.map { $0.map { 10 * log10($0) } }
    coherences = (0..<EarSignals.bands).map { crosses[$0] / (powers[0][$0] * powers[1][$0]).squareRoot() }
    let lags = stride(from: -0.001, through: 0.001, by: 5e-6)
    func correlation(_ lag: Double) -> Double {
      low.reduce(0) { $0 + $1.re * cos($1.radians * lag) - $1.im * sin($1.radians * lag) }
    }
    timeDifference = lags.map { (lag: $0, value: correlation($0)) }.max { $0.value < $1.value }!.lag
  }

  /// Mean absolute difference, dB, of the level differences between the ears of bands above 1.5 kHz.
  func levelError(_ other: EarSignals) -> Double {
    let bands = Int(ERBBands.erbNumber(hz: 1_500) + 1)..<33
    return bands.reduce(0) { sum, band in
      let (mine, its) = (levels[0][band] - levels[1][band], other.levels[0][band] - other.levels[1][band])
      return sum + abs(mine - its) / Double(bands.count)
    }
  }
}
