import Foundation
import Testing

@testable import Signal

@Suite struct PairedFFTTests {
  private static func interleave(_ a: [Float], _ b: [Float], into fft: borrowing PairedFFT) {
    for index in a.indices { (fft.frames[2 * index], fft.frames[2 * index + 1]) = (a[index], b[index]) }
  }

  /// Rounding in the one is heard in the other: both are held to the larger of the two.
  @Test(arguments: [16, 64, 1024], [Float(1), 1e-3]) func equalsTheDirectSums(_ size: Int, level: Float) {
    let fft = PairedFFT(size: size)
    let (a, b) = (noise(size, seed: 3), noise(size, seed: 4).map { level * $0 })
    Self.interleave(a, b, into: fft)
    let spectra = Spectra(channels: 2, bins: size / 2 + 1)
    fft.forward(into: spectra, 1, 0)
    let (slowA, slowB) = (slowTransform(a), slowTransform(b))
    let largest = slowA.map { hypot($0.re, $0.im) }.max()!
    #expect(largest > 1)
    for bin in slowA.indices {
      #expect(abs(Double(spectra.real(1)[bin]) - slowA[bin].re) < 1e-6 * largest)
      #expect(abs(Double(spectra.imaginary(1)[bin]) - slowA[bin].im) < 1e-6 * largest)
      #expect(abs(Double(spectra.real(0)[bin]) - slowB[bin].re) < 1e-6 * largest)
      #expect(abs(Double(spectra.imaginary(0)[bin]) - slowB[bin].im) < 1e-6 * largest)
    }
    for lane in spectra.bins..<spectra.lanes { #expect(spectra.real(0)[lane] == 0 && spectra.imaginary(1)[lane] == 0) }
  }

  @Test(arguments: [16, 64, 1024, 4096]) func inverseUndoesForward(_ size: Int) {
    let fft = PairedFFT(size: size)
    let (a, b) = (noise(size, seed: 5), noise(size, seed: 6))
    Self.interleave(a, b, into: fft)
    let spectra = Spectra(channels: 2, bins: size / 2 + 1)
    fft.forward(into: spectra, 0, 1)
    fft.inverse(spectra, 0, 1)
    #expect(difference((0..<size).map { fft.frames[2 * $0] / Float(size) }, a) < 1e-6)
    #expect(difference((0..<size).map { fft.frames[2 * $0 + 1] / Float(size) }, b) < 1e-6)
  }

  @Test func oneAloneLeavesSilenceBesideIt() {
    let fft = PairedFFT(size: 64)
    let a = noise(64, seed: 7)
    Self.interleave(a, [Float](repeating: 0, count: 64), into: fft)
    let spectra = Spectra(channels: 1, bins: 33)
    fft.forward(into: spectra, 0, nil)
    fft.inverse(spectra, 0, nil)
    #expect(difference((0..<64).map { fft.frames[2 * $0] / 64 }, a) < 1e-6)
    #expect(peak((0..<64).map { fft.frames[2 * $0 + 1] / 64 }) < 1e-6)
  }
}
