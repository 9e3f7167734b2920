import Foundation
import Testing

@testable import Signal

@Suite struct RealFFTTests {
  static let sizes = [16, 64, 100, 1024, 4096]

  /// Float transforms err by some ulps times log₂ of the size, relative to the largest bin: 1e-6 leaves a factor of 2.
  @Test(arguments: [16, 64, 100, 1024]) func equalsTheDirectSum(_ size: Int) {
    let x = noise(size)
    let spectra = transform(x)
    let expected = slowTransform(x)
    let largest = expected.map { hypot($0.re, $0.im) }.max()!
    #expect(largest > 1)
    for bin in expected.indices {
      #expect(abs(Double(spectra.real(0)[bin]) - expected[bin].re) < 1e-6 * largest)
      #expect(abs(Double(spectra.imaginary(0)[bin]) - expected[bin].im) < 1e-6 * largest)
    }
  }

  @Test(arguments: sizes) func inverseUndoesForward(_ size: Int) {
    let fft = RealFFT(size: size)
    let frames = FloatBuffer(count: size)
    let back = FloatBuffer(count: size)
    let x = noise(size)
    frames.pointer.update(from: x, count: size)
    let spectra = Spectra(channels: 1, bins: fft.bins)
    fft.forward(frames.pointer, into: spectra, channel: 0)
    #expect(bits(frames.values) == bits(x), "the input is left as it is")
    fft.inverse(spectra, channel: 0, into: back.pointer)
    #expect(difference(back.values, x) < 1e-6)
  }

  @Test func aSineIsOneBin() {
    let (size, bin) = (1024, 37)
    let spectra = transform((0..<size).map { Float(sin(2 * Double.pi * Double(bin * $0) / Double(size))) })
    // A sine of amplitude 1 is −i·N/2 in its bin; elsewhere rounding, about 1e-7 of that per bin.
    #expect(abs(spectra.imaginary(0)[bin] + 512) < 1e-3 && abs(spectra.real(0)[bin]) < 1e-3)
    for other in 0...512 where other != bin {
      #expect(abs(spectra.real(0)[other]) < 1e-3 && abs(spectra.imaginary(0)[other]) < 1e-3)
    }
  }

  /// Parseval: Σ x² = (|X₀|² + 2 Σ |X|² + |X_{N/2}|²)/N.
  @Test(arguments: sizes) func energyStays(_ size: Int) {
    let x = noise(size)
    let spectra = transform(x)
    let power = (0...size / 2).map { bin -> Double in
      let weight = bin == 0 || bin == size / 2 ? 1.0 : 2.0
      return weight * (pow(Double(spectra.real(0)[bin]), 2) + pow(Double(spectra.imaginary(0)[bin]), 2))
    }
    let (inTime, inBins) = (x.reduce(0) { $0 + Double($1 * $1) }, power.reduce(0, +) / Double(size))
    #expect(inTime > 1 && abs(inBins / inTime - 1) < 1e-6)
  }

  /// Loops run over the padding: it must not hold what was there before.
  @Test func thePaddingStaysZero() {
    let spectra = transform(noise(1024))
    for lane in spectra.bins..<spectra.lanes {
      #expect(spectra.real(0)[lane] == 0 && spectra.imaginary(0)[lane] == 0)
    }
    #expect(spectra.lanes % 8 == 0 && spectra.lanes >= spectra.bins)
  }

  private func transform(_ x: [Float]) -> Spectra {
    let fft = RealFFT(size: x.count)
    let frames = FloatBuffer(count: x.count)
    frames.pointer.update(from: x, count: x.count)
    let spectra = Spectra(channels: 1, bins: fft.bins)
    fft.forward(frames.pointer, into: spectra, channel: 0)
    return spectra
  }
}
