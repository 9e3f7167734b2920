import Ambisonics
import Foundation
import Signal
import Testing

@testable import Spatial

/// Simulated recordings with arrays of any kind.
@Suite struct MicrophoneArrayTests {
  /// Four on the corners and the back of a telephone, which is held upright.
  static let telephone = MicrophoneArray([
    .init(x: 0, y: 33, z: 70).inMetres, .init(x: 0, y: -33, z: 70).inMetres, .init(x: 0, y: 0, z: -74).inMetres,
    .init(x: -8, y: 25, z: 60).inMetres,
  ])
  /// Omnidirectional ones on the corners of a cube's diagonal tetrahedron, 4 cm from its middle.
  static let tetrahedron = MicrophoneArray([
    .init(x: 23, y: 23, z: 23).inMetres, .init(x: 23, y: -23, z: -23).inMetres, .init(x: -23, y: 23, z: -23).inMetres,
    .init(x: -23, y: -23, z: 23).inMetres,
  ])

  static let waves: [(direction: Direction, x: Double, y: Double, z: Double)] = (0..<200).map { index in
    let z = 1 - (2 * Double(index) + 1) / 200
    let (level, turn) = ((1 - z * z).squareRoot(), Double(index) * .pi * (1 + 5.0.squareRoot()))
    let (x, y) = (level * cos(turn), level * sin(turn))
    return (Direction(x: Float(x), y: Float(y), z: Float(z)), x, y, z)
  }

  /// What the microphones hear of a plane wave, each computed on its own.
  private func heard(
    _ array: MicrophoneArray, _ wave: (direction: Direction, x: Double, y: Double, z: Double), _ hz: Double
  ) -> [Complex] {
    array.microphones.map { m in
      let path = m.x * wave.x + m.y * wave.y + m.z * wave.z
      let level = m.directivity + (1 - m.directivity) * Double(m.axis.dot(wave.direction))
      return Complex(phase: 2 * .pi * hz * path / 343) * (level * m.sensitivity)
    }
  }

  /// W Y Z X through gains of the design.
  private func field(_ gains: [[Complex]], _ heard: [Complex]) -> [Complex] {
    gains.map { row in zip(row, heard).reduce(Complex.zero) { $0 + $1.0 * $1.1 } }
  }

  private func degreesOff(_ field: [Complex], _ wave: (direction: Direction, x: Double, y: Double, z: Double)) -> Double
  {
    let (y, z, x) = (
      (field[0].conjugate * field[1]).re, (field[0].conjugate * field[2]).re, (field[0].conjugate * field[3]).re
    )
    let cosine = (x * wave.x + y * wave.y + z * wave.z) / (x * x + y * y + z * z).squareRoot()
    return acos(min(1, cosine)) * 180 / .pi
  }

  // MARK: Design

  /// The closed form is the least-squares solution: its error is at right angles to what the microphones hear, over all directions.
  @Test(arguments: [200.0, 1000, 4000]) func theGainsAreLeastSquares(_ hz: Double) {
    let array = MicrophoneArray([
      .init(x: 0.03, y: 0.01, z: 0, axis: Direction(x: 0.6, y: 0.8, z: 0), directivity: 0.5),
      .init(x: -0.02, y: 0.02, z: 0.01, axis: Direction(x: 0, y: 0, z: 1), directivity: 0.3, sensitivity: 0.7),
      .init(x: 0, y: -0.03, z: -0.02),
      .init(x: -0.01, y: 0, z: 0.04, axis: Direction(x: -1, y: 0, z: 0), directivity: 0.7),
      .init(x: 0.01, y: 0.02, z: -0.03, axis: Direction(x: 0, y: -1, z: 0), directivity: 0.5),
    ])
    // Hardly any regularisation.
    let design = ArrayEncoderDesign(array, noiseGainDecibels: 80)
    let moments = array.moments(atHz: hz)
    for channel in 0..<4 {
      let gains = design.leastSquares(channel, moments)
      var error = [Complex](repeating: .zero, count: 5)
      for wave in Self.waves {
        let heard = heard(array, wave, hz)
        let left = field([gains], heard)[0] - Complex(re: [1, wave.y, wave.z, wave.x][channel])
        for (index, one) in heard.enumerated() { error[index] += left * one.conjugate }
      }
      // The spiral's 200 directions stand for the sphere to 1 %.
      for one in error { #expect(one.magnitude < 0.02 * Double(Self.waves.count), "\(hz) Hz, channel \(channel)") }
    }
  }

  /// An open tetrahedron of omnidirectional microphones: right directions where it is small and large enough.
  @Test func aTetrahedronFindsDirections() {
    let design = ArrayEncoderDesign(Self.tetrahedron, noiseGainDecibels: 20)
    for (hz, worst) in [(300.0, 0.3), (500, 0.4), (1000, 1.5), (2000, 6.5)] {
      let gains = design.gains(Self.tetrahedron.moments(atHz: hz))
      for wave in Self.waves {
        let off = degreesOff(field(gains, heard(Self.tetrahedron, wave, hz)), wave)
        #expect(off < worst, "\(hz) Hz: \(off)°")
      }
    }
  }

  /// A telephone, 8 mm thick: directions in its own plane up to 1 kHz.
  @Test func aTelephoneFindsDirectionsInItsPlane() {
    let design = ArrayEncoderDesign(Self.telephone, noiseGainDecibels: 20)
    for (hz, worst) in [(200.0, 1.5), (500, 2.0), (1000, 8)] {
      let gains = design.gains(Self.telephone.moments(atHz: hz))
      for wave in Self.waves where abs(wave.x) < 0.2 {
        let found = field(gains, heard(Self.telephone, wave, hz))
        let angle =
          atan2((found[0].conjugate * found[2]).re, (found[0].conjugate * found[1]).re) - atan2(wave.z, wave.y)
        let off = abs(atan2(sin(angle), cos(angle))) * 180 / .pi
        #expect(off < worst, "\(hz) Hz: \(off)°")
      }
    }
  }

  /// W is as strong as it should be everywhere, and no channel's noise grows beyond bounds.
  @Test func powerAndNoiseAreBounded() {
    for array in [Self.telephone, Self.tetrahedron] {
      let design = ArrayEncoderDesign(array, noiseGainDecibels: 20)
      for hz in [20.0, 100, 500, 2000, 6000, 15_000, 22_000] {
        let gains = design.gains(array.moments(atHz: hz))
        var power = 0.0
        for wave in Self.waves { power += field(gains, heard(array, wave, hz))[0].square / Double(Self.waves.count) }
        #expect(abs(10 * log10(power)) < 0.3, "\(hz) Hz")
        for row in gains {
          let noise = 10 * log10(row.reduce(0) { $0 + $1.square })
          // 20 dB, 3 dB for what more than one direction of the responses adds, and 6 dB for the power.
          #expect(noise < 29, "\(hz) Hz: \(noise) dB")
        }
      }
    }
  }

  // MARK: Filters

  /// The filters have the gains of the design, late by half their length.
  @Test(arguments: [48_000.0, 96_000]) func filtersAreTheDesign(_ rate: Double) {
    let encoder = ArrayEncoder(Self.tetrahedron, sampleRate: rate)
    let design = ArrayEncoderDesign(Self.tetrahedron, noiseGainDecibels: 20)
    for hz in [300.0, 1000, 5000, 15_000] {
      let gains = design.gains(Self.tetrahedron.moments(atHz: hz))
      for channel in 0..<4 {
        for microphone in 0..<4 {
          let filter = encoder.response(of: microphone, in: channel)
          var sum = Complex.zero
          for tap in 0..<encoder.taps {
            sum += Complex(phase: -2 * .pi * hz * Double(tap - encoder.latencyFrames) / rate) * Double(filter[tap])
          }
          let wanted = gains[channel][microphone]
          #expect((sum - wanted).magnitude < 0.01 * max(1, wanted.magnitude), "\(hz) Hz")
        }
      }
    }
  }

  // MARK: Accuracy

  /// What is said of it agrees with what single waves become.
  @Test func accuracyIsWhereWavesAreRight() throws {
    let bands = ArrayEncoder(Self.tetrahedron, sampleRate: 48_000).accuracy.bands
    let design = ArrayEncoderDesign(Self.tetrahedron, noiseGainDecibels: 20)
    for channel in 1..<4 {
      let band = try #require(bands[channel])
      #expect(band.lowerBound > 30 && band.lowerBound < 200 && band.upperBound > 2000 && band.upperBound < 6000)
      for (hz, isRight) in [(2 * band.lowerBound, true), (0.8 * band.upperBound, true), (1.3 * band.upperBound, false)]
      {
        let gains = design.gains(Self.tetrahedron.moments(atHz: hz))
        var (own, power) = (0.0, 0.0)
        for wave in Self.waves {
          let made = field(gains, heard(Self.tetrahedron, wave, hz))[channel]
          own += 3 * made.re * [1, wave.y, wave.z, wave.x][channel] / Double(Self.waves.count)
          power += 3 * made.square / Double(Self.waves.count)
        }
        #expect(
          (own > 0.68 && own < 1.47 && power < 2.1 * own * own) == isRight, "\(channel), \(hz) Hz: \(own), \(power)")
      }
    }
    #expect(bands[0]?.lowerBound ?? 100 < 30)
  }

  /// A telephone tells least across its thickness, and two microphones nothing but their own axis.
  @Test func accuracyKnowsWhatAnArrayCannotTell() throws {
    let telephone = ArrayEncoder(Self.telephone, sampleRate: 48_000).accuracy.bands
    #expect(try #require(telephone[3]).lowerBound > 3 * (try #require(telephone[1]).lowerBound))
    let pair = ArrayEncoder(
      MicrophoneArray([.init(x: 0, y: 0.02, z: 0), .init(x: 0, y: -0.02, z: 0)]), sampleRate: 48_000)
    #expect(pair.accuracy.bands[0] != nil && pair.accuracy.bands[1] != nil)
    #expect(pair.accuracy.bands[2] == nil && pair.accuracy.bands[3] == nil)
  }

  @Test func accuracyTakesTheWidestBand() throws {
    let right = ArrayAccuracy.Bin(own: 1, power: 1)
    let wrong = [(1.5, 2.25), (0.6, 0.36), (1, 2.1), (-1, 1)].map { ArrayAccuracy.Bin(own: $0.0, power: $0.1) }
    let bins = [right, wrong[0], right, right, right, wrong[1], right, right, right, right, wrong[2], wrong[3]]
    // 3…5 is wider in octaves than 7…10.
    #expect(ArrayAccuracy([bins, wrong], hzPerBin: 10).bands == [30...50, nil])
  }
}

extension MicrophoneArray.Microphone {
  /// Given in millimetres.
  fileprivate var inMetres: Self { Self(x: 0.001 * x, y: 0.001 * y, z: 0.001 * z) }
}
