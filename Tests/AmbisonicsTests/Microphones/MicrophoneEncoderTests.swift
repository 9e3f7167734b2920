import Foundation
import Signal
import Testing

@testable import Ambisonics

/// Simulated recordings: how near the field comes to that of a coincident microphone.
@Suite struct MicrophoneEncoderTests {
  static let models = TetrahedralMicrophone.Model.allCases.filter { $0 != .custom }
  static let rates: [Double] = [44_100, 48_000, 96_000, 192_000]
  static let waves = Capture.directions(200)

  private func setting(_ model: TetrahedralMicrophone.Model) -> MicrophoneSetting {
    var setting = MicrophoneSetting()
    setting.microphone = TetrahedralMicrophone(model)!
    return setting
  }

  /// In a diffuse field W, and X, Y, Z together, are as strong as they should be, at all frequencies.
  @Test(arguments: models, rates)
  func diffuseFieldsAreFlat(_ model: TetrahedralMicrophone.Model, _ rate: Double) {
    let capture = Capture(setting(model), sampleRate: rate)
    for hz in [50.0, 500, 2000, 5000, 9000, 14_000, 19_000] {
      var (pressure, gradient) = (0.0, 0.0)
      for wave in Self.waves {
        let field = capture.field(from: wave, hz: hz)
        pressure += field[0].power / Double(Self.waves.count)
        gradient += field[1...].reduce(0) { $0 + $1.power } / Double(Self.waves.count)
      }
      // 0.02 dB from cutting the filters short, 0.05 dB from so few directions at kr = 9.
      #expect(abs(10 * log10(pressure)) < 0.1 && abs(10 * log10(gradient)) < 0.1, "\(hz) Hz: \(pressure), \(gradient)")
    }
  }

  /// Direction of the active intensity. What order two leaves in it grows with kr: 1.6° at kr = 0.25, 5.2° at 0.5, 10.5° at 0.8
  /// in the worst directions. Filters that are the same for all directions cannot change that.
  @Test(arguments: models, rates)
  func directionsAreRightBelowAliasing(_ model: TetrahedralMicrophone.Model, _ rate: Double) {
    let capture = Capture(setting(model), sampleRate: rate)
    let unit = Double(TetrahedralResponse.speedOfSound / (2 * .pi * setting(model).microphone.radiusMetres))
    for (kr, worst) in [(0.05, 0.1), (0.25, 1.6), (0.5, 5.2), (0.8, 10.8)] {
      for wave in Self.waves {
        let error = angle(intensity(capture.field(from: wave, hz: kr * unit)), wave)
        #expect(error < worst, "kr \(kr): \(error)°")
      }
    }
  }

  /// W and X, Y, Z keep step: the phase between them, averaged over directions, is 34° at kr = 1.08 without the filters, and
  /// within 5° with them.
  @Test(arguments: models, rates)
  func channelsKeepStep(_ model: TetrahedralMicrophone.Model, _ rate: Double) {
    let setting = setting(model)
    let capture = Capture(setting, sampleRate: rate)
    let unit = Double(TetrahedralResponse.speedOfSound / (2 * .pi * setting.microphone.radiusMetres))
    for kr in [0.2, 0.5, 0.8, 1.08, 1.4] {
      var sum = Phasor.zero
      for wave in Self.waves {
        let field = capture.field(from: wave, hz: kr * unit)
        for (channel, part) in [(1, wave.y), (2, wave.z), (3, wave.x)] {
          sum += field[0].conjugate * field[channel] * Phasor(Double(part), phase: 0)
        }
      }
      #expect(abs(sum.phase) < 5 * .pi / 180, "kr \(kr): \(sum.phase * 180 / .pi)°")
      if kr == 1.08 {
        var raw = setting
        raw.microphone.radiusMetres = 0
        let plain = raw
        let before = Self.waves.reduce(into: Phasor.zero) { total, wave in
          let field = matrixed(plain, Capture.capsules(setting, from: wave, hz: kr * unit))
          for (channel, part) in [(1, wave.y), (2, wave.z), (3, wave.x)] {
            total += field[0].conjugate * field[channel] * Phasor(Double(part), phase: 0)
          }
        }
        #expect(before.phase > 32 * .pi / 180)
      }
    }
  }

  /// Where the wave is long the field is that of AmbiX itself: 1 % at kr = 0.01, most of it leakage from order two.
  @Test(arguments: CapsuleOrder.allCases, MicrophoneOrientation.allCases)
  func lowFrequenciesAreExact(_ order: CapsuleOrder, _ orientation: MicrophoneOrientation) {
    var setting = setting(.sennheiserAmbeoVR)
    (setting.order, setting.orientation) = (order, orientation)
    let capture = Capture(setting, sampleRate: 48_000)
    for wave in Self.waves {
      let field = capture.field(from: wave, hz: 40)
      for (value, expected) in zip(field, [1, wave.y, wave.z, wave.x]) {
        #expect(abs(value.re - Double(expected)) < 0.01 && abs(value.im) < 0.02)
      }
    }
  }

  /// Gains lie between those of the closed form: W −3.3 … 3.2, 0 … 5.8, 0 … 9.7 dB and X, Y, Z −0.7 … 2.1, −5.1 … 0, −14.0 … 0 dB for the
  /// three directivities; cutting the filters short adds 1.2 dB at most, at the largest radius.
  @Test(arguments: [Float(0.25), 0.5, 0.75], [Float(0.005), 0.015, 0.04])
  func gainsAreBounded(_ directivity: Float, _ radius: Float) {
    var setting = MicrophoneSetting()
    setting.microphone = TetrahedralMicrophone(radiusMetres: radius, directivity: directivity)
    let capture = Capture(setting, sampleRate: 48_000)
    let raw = setting.gains(of: 0)
    for hz in stride(from: 20.0, to: 24_000, by: 97) {
      let pressure = 10 * log10(capture.transfer(0, 0, hz).power / Double(raw.w * raw.w))
      let gradient = 10 * log10(capture.transfer(0, 3, hz).power / Double(raw.x * raw.x))
      let (most, least) = directivity == 0.25 ? (3.2, -3.3) : directivity == 0.5 ? (5.8, 0) : (9.7, 0)
      let (more, less) = directivity == 0.25 ? (2.1, -0.7) : directivity == 0.5 ? (0, -5.1) : (0, -14)
      let slack = radius > 0.02 ? 1.2 : 0.1
      #expect(pressure < most + slack && pressure > least - slack, "\(hz) Hz: \(pressure) dB")
      #expect(gradient < more + slack && gradient > less - slack, "\(hz) Hz: \(gradient) dB")
    }
  }

  // MARK: Measures

  /// The matrix alone.
  private func matrixed(_ setting: MicrophoneSetting, _ capsules: [Phasor]) -> [Phasor] {
    var field = [Phasor](repeating: .zero, count: 4)
    for channel in 0..<4 {
      let g = setting.gains(of: channel)
      for (output, gain) in [g.w, g.y, g.z, g.x].enumerated() {
        field[output] += capsules[channel] * Phasor(Double(gain), phase: 0)
      }
    }
    return field
  }

  private func intensity(_ field: [Phasor]) -> Direction {
    func active(_ channel: Int) -> Float { Float((field[0].conjugate * field[channel]).re) }
    return Direction(x: active(3), y: active(1), z: active(2)).normalised()
  }

  private func angle(_ a: Direction, _ b: Direction) -> Double {
    // From the chord: the cosine loses small angles in rounding.
    let (x, y, z) = (Double(a.x - b.x), Double(a.y - b.y), Double(a.z - b.z))
    return 2 * asin(min(1, (x * x + y * y + z * z).squareRoot() / 2)) * 180 / .pi
  }
}
