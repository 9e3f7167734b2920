import Foundation
import Testing

@testable import Ambisonics
@testable import Signal
@testable import Spatial

@Suite struct HeadTests {
  static func kemar(_ sampleRate: Double = 48_000) throws -> HeadResponses {
    HeadResponses(try SOFAFile.read(SOFAFile.defaultPaths[0]), sampleRate: sampleRate)
  }

  @Test func weightsOfAnEvenGridAreEven() {
    let head = SphericalHead.responses(sampleRate: 48_000)
    let weights = SphereWeights.nearestShares(head.directions)
    #expect(abs(weights.reduce(0, +) - 1) < 1e-9)
    // 32 points each: counts stray by a few points.
    let even = 1 / Double(weights.count)
    #expect(weights.allSatisfy { abs($0 / even - 1) < 0.25 })
  }

  @Test func resamplingKeepsSpectra() throws {
    let file = try SOFAFile.read(SOFAFile.defaultPaths[0])
    let own = HeadResponses(file, sampleRate: 44_100)
    for rate in [48_000.0, 88_200, 96_000, 192_000] {
      let other = HeadResponses(file, sampleRate: rate)
      // Exact for the usual rates: the same bins, since 44.1 kHz is read with a transform in proportion.
      #expect(abs(other.binHz / own.binHz - 1) < 1e-9)
      for bin in [10, 100, 400] {
        for direction in [0, 100, 709] {
          let (a, b) = (own.real(bin, ear: 0)[direction], other.real(bin, ear: 0)[direction])
          #expect(abs(a - b) < 1e-5)
        }
      }
    }
  }

  /// Its coherence is right in whole bands of hearing: `FilterRefinementTests`.
  @Test func filtersMatchTheLevelsOfDiffuseFieldsBelowTwoKilohertz() throws {
    let head = try HeadTests.kemar()
    let spectra = try spectra(head)
    let fit = FirstOrderFit(directions: head.directions, weights: head.weights)
    for hz in stride(from: 150.0, through: 2_000, by: 150) {
      let bin = Int(hz / head.binHz)
      let target = fit.fieldCovariance(head, bin: bin)
      let rendered = fit.fieldCovariance(spectra.left[bin], spectra.right[bin])
      // Single bins stray from the bands that are fitted: 2 dB at most.
      #expect(abs(10 * log10(rendered.ll.re / target.ll.re)) < 2)
      #expect(abs(10 * log10(rendered.rr.re / target.rr.re)) < 2)
    }
  }

  @Test func magnitudesFollowTheHead() throws {
    let head = try HeadTests.kemar()
    let spectra = try spectra(head)
    var (sum, count) = (0.0, 0.0)
    for bin in stride(from: 10, to: Int(12_000 / head.binHz), by: 7) {
      for (index, d) in head.directions.enumerated() {
        let h = spectra.left[bin]
        let rendered = h.w + h.y * Double(d.y) + h.z * Double(d.z) + h.x * Double(d.x)
        let (re, im) = (Double(head.real(bin, ear: 0)[index]), Double(head.imaginary(bin, ear: 0)[index]))
        sum += head.weights[index] * abs(10 * log10((rendered.square + 1e-12) / (re * re + im * im + 1e-12)))
        count += head.weights[index]
      }
    }
    // Mean over single bins; over the bands of hearing it is 2.3 dB.
    #expect(sum / count < 4)
    #expect(sum / count > 0.5)
  }

  @Test func nearestUnitaryIsUnitary() {
    let m = Matrix2(
      ll: Complex(re: 1, im: 2), lr: Complex(re: -0.5, im: 0.1), rl: Complex(re: 0.3, im: -1),
      rr: Complex(re: 2, im: 0.4))
    let u = m.nearestUnitary
    let product = u.adjoint * u
    #expect(abs(product.ll.re - 1) < 1e-12 && abs(product.rr.re - 1) < 1e-12 && product.lr.magnitude < 1e-12)
    // For the nearest one, Uᴴ M is Hermitian.
    let rest = u.adjoint * m
    #expect((rest.lr - rest.rl.conjugate).magnitude < 1e-12 && abs(rest.ll.im) < 1e-12)
  }

  @Test func minimumPhaseOfAOnePole() {
    // |H| of 1/(1 − 0.5 z⁻¹): response 0.5ⁿ.
    let minimum = MinimumPhase(transformSize: 256)
    let powers = FloatBuffer(count: 129)
    for bin in 0..<129 {
      let omega = 2 * Double.pi * Double(bin) / 256
      powers[bin] = Float(1 / (1.25 - cos(omega)))
    }
    let response = FloatBuffer(count: 256)
    minimum.response(ofPowers: powers, into: response)
    for frame in 0..<12 { #expect(abs(response[frame] - Float(pow(0.5, Double(frame)))) < 1e-5) }
  }

  @Test func shiftPlacesASampleBetweenFrames() {
    let shift = FractionalShift()
    let memory = FloatBuffer(count: 16 + 32 + 24)
    let target = FloatBuffer(count: 2 * 80)
    let scratch = FloatBuffer(count: 64)
    memory[16] = 1
    shift.place(memory.pointer + 16, taps: 32, delay: 20, into: target.pointer, scratch: scratch.pointer)
    for frame in 0..<80 { #expect(abs(target[2 * frame] - (frame == 20 ? 1 : 0)) < 1e-6) }
    target.clear()
    shift.place(memory.pointer + 16, taps: 32, delay: 20.5, into: target.pointer, scratch: scratch.pointer)
    #expect(abs(target[2 * 20] - target[2 * 21]) < 1e-6)
    // At 0.8 of the band the gain is that of a pure delay within 0.1 dB.
    for share in [0.1, 0.5, 0.8] {
      var (re, im) = (0.0, 0.0)
      for frame in 0..<80 {
        re += Double(target[2 * frame]) * cos(.pi * share * Double(frame))
        im += Double(target[2 * frame]) * sin(.pi * share * Double(frame))
      }
      #expect(abs(10 * log10(re * re + im * im)) < 0.1)
    }
  }

  private func spectra(
    _ head: borrowing HeadResponses
  ) throws -> (left: [FirstOrderSpectrum], right: [FirstOrderSpectrum]) {
    let filters = FirstOrderHeadFilters(head, taps: 320, aheadFrames: 8)
    let fft = RealFFT(size: head.transformSize)
    func ear(_ ear: Int) -> [FirstOrderSpectrum] {
      FirstOrderHeadFilters.spectrum(of: filters.responses, ear: ear, fft, taps: 320, bins: head.bins)
    }
    return (ear(0), ear(1))
  }
}
