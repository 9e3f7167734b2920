import Foundation
import Signal
import Testing

@testable import Remix

struct SpatialWienerFilterTests {
  static let grid = SeparationGrid(sampleRate: 48_000)

  /// Spectra of independent complex noise, times one gain per channel.
  static func spectra(_ gains: [[Float]], seed: UInt64) -> Spectra {
    let x = Spectra(channels: 4, bins: grid.bins)
    var generator = SplitMix(state: seed)
    for bin in 0..<grid.bins {
      for source in gains {
        let (re, im) = (Float(generator.gaussian()), Float(generator.gaussian()))
        for channel in 0..<4 {
          x.real(channel)[bin] += source[channel] * re
          x.imaginary(channel)[bin] += source[channel] * im
        }
      }
    }
    return x
  }

  static let diffuse: [[Float]] = [[1, 0, 0, 0], [0, 0.577, 0, 0], [0, 0, 0.577, 0], [0, 0, 0, 0.577]]

  static func presence(_ value: Float) -> FloatBuffer {
    let buffer = FloatBuffer(count: Spectra.lanes(for: grid.bins))
    buffer.fill(value)
    return buffer
  }

  /// Σ|a − b|² / Σ|b|² over all channels and bins.
  static func error(_ a: borrowing Spectra, _ b: borrowing Spectra, gain: Float = 1) -> Double {
    var (difference, whole) = (0.0, 0.0)
    for channel in 0..<4 {
      for bin in 0..<b.bins {
        let (re, im) = (gain * b.real(channel)[bin], gain * b.imaginary(channel)[bin])
        difference += pow(Double(a.real(channel)[bin] - re), 2) + pow(Double(a.imaginary(channel)[bin] - im), 2)
        whole += Double(re * re + im * im)
      }
    }
    return difference / whole
  }

  @Test(arguments: [Float(0.1), 0.5, 0.9, 1])
  func aMaskWhereTheCovariancesAgree(p: Float) {
    let filter = SpatialWienerFilter(grid: Self.grid)
    let x = Self.spectra(Self.diffuse, seed: 1)
    let image = Spectra(channels: 4, bins: Self.grid.bins)
    filter.filter(x, presence: Self.presence(p), into: image)
    // A 4×4 solve in single precision: about 1e-6, squared.
    #expect(Self.error(image, x, gain: p) < 1e-10)
  }

  @Test func allOrNothing() {
    let filter = SpatialWienerFilter(grid: Self.grid)
    let image = Spectra(channels: 4, bins: Self.grid.bins)
    for seed in 0..<20 as Range<UInt64> {
      filter.learn(Self.spectra([[1, 0.6, 0, 0.8]], seed: seed), presence: Self.presence(0.8))
      filter.learn(Self.spectra(Self.diffuse, seed: seed + 100), presence: Self.presence(0.1))
    }
    let x = Self.spectra(Self.diffuse + [[1, 0.6, 0, 0.8]], seed: 55)
    filter.filter(x, presence: Self.presence(1), into: image)
    // Both covariances differ now: conditioning up to about 100 costs two digits.
    #expect(Self.error(image, x) < 1e-6)
    filter.filter(x, presence: Self.presence(0), into: image)
    // Nothing is left: the difference is x itself, to the rounding of the sums.
    #expect(abs(Self.error(image, x) - 1) < 1e-6)
  }

  @Test func itLearnsWhereVoicesAre() {
    let filter = SpatialWienerFilter(grid: Self.grid)
    for seed in 0..<300 as Range<UInt64> {
      filter.learn(Self.spectra([[1, 1, 0, 0]], seed: seed), presence: Self.presence(1))
      filter.learn(Self.spectra([[1, -1, 0, 0]], seed: seed + 1000), presence: Self.presence(0))
    }
    let image = Spectra(channels: 4, bins: Self.grid.bins)
    let left = Self.spectra([[1, 1, 0, 0]], seed: 7)
    let right = Self.spectra([[1, -1, 0, 0]], seed: 8)
    filter.filter(left, presence: Self.presence(0.5), into: image)
    #expect(TestSignals.decibels(Self.error(image, left)) < -15)
    filter.filter(right, presence: Self.presence(0.5), into: image)
    // What is left of the other side, re itself.
    #expect(1 - Self.error(image, right).squareRoot() < 0.2)
  }

  @Test func theSolverSolves() {
    let one = VectorMath.Lanes.one
    var a = SymmetricLanes(outerProductOf: Self.field(1))
    for seed in 2...4 as ClosedRange<UInt64> {
      a = a.combined(SymmetricLanes(outerProductOf: Self.field(seed)), one, one)
    }
    let x = Self.field(5)
    let back = a.times(a.solve(x))
    for (got, want) in [(back.0, x.0), (back.1, x.1), (back.2, x.2), (back.3, x.3)] {
      for lane in 0..<8 {
        // Random 4×4 matrices of four outer products have condition numbers up to some thousands.
        #expect(abs(got.re[lane] - want.re[lane]) < 5e-3 && abs(got.im[lane] - want.im[lane]) < 5e-3)
      }
    }
  }

  /// The filter is real: the imaginary part of what it hears cannot leak into the real part.
  @Test func partsStayApart() {
    let filter = SpatialWienerFilter(grid: Self.grid)
    for seed in 0..<20 as Range<UInt64> {
      filter.learn(Self.spectra([[1, 0.6, 0, 0.8]], seed: seed), presence: Self.presence(0.8))
      filter.learn(Self.spectra(Self.diffuse, seed: seed + 100), presence: Self.presence(0.1))
    }
    let x = Self.spectra(Self.diffuse, seed: 3)
    for channel in 0..<4 { x.imaginary(channel).update(repeating: 0, count: x.lanes) }
    let image = Spectra(channels: 4, bins: Self.grid.bins)
    filter.filter(x, presence: Self.presence(0.5), into: image)
    for channel in 0..<4 {
      #expect((0..<x.bins).allSatisfy { image.imaginary(channel)[$0] == 0 })
      #expect((0..<x.bins).contains { abs(image.real(channel)[$0]) > 0.1 })
    }
  }

  static func field(_ seed: UInt64) -> FieldLanes {
    var generator = SplitMix(state: seed)
    func lanes() -> VectorMath.Lanes { VectorMath.Lanes((0..<8).map { _ in Float(generator.gaussian()) }) }
    func complex() -> ComplexLanes { ComplexLanes(lanes(), lanes()) }
    return (complex(), complex(), complex(), complex())
  }
}
