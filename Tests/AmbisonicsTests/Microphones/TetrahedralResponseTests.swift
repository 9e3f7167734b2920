import Foundation
import Testing

@testable import Ambisonics

/// The theory against sums over the sphere.
@Suite struct TetrahedralResponseTests {
  static let radii: [Float] = [0.012, 0.0271]
  static let directivities: [Float] = [0.25, 0.5, 0.75]

  private func setting(_ radius: Float, _ directivity: Float) -> MicrophoneSetting {
    var setting = MicrophoneSetting()
    setting.microphone = TetrahedralMicrophone(radiusMetres: radius, directivity: directivity)
    return setting
  }

  /// The closed form is the mean over plane waves from everywhere.
  @Test(arguments: radii, directivities) func powersAreTheMeanOverTheSphere(_ radius: Float, _ directivity: Float) {
    let setting = setting(radius, directivity)
    let waves = Capture.directions(4000)
    for hz in [200.0, 1000, 3000, 6000, 12_000, 20_000] {
      var (pressure, gradient) = (0.0, 0.0)
      for wave in waves {
        let capsules = Capture.capsules(setting, from: wave, hz: hz)
        var field = [Phasor](repeating: .zero, count: 4)
        for channel in 0..<4 {
          let g = setting.gains(of: channel)
          for (output, gain) in [g.w, g.y, g.z, g.x].enumerated() {
            field[output] += capsules[channel] * Phasor(Double(gain), phase: 0)
          }
        }
        pressure += field[0].power / Double(waves.count)
        gradient += field[1...].reduce(0) { $0 + $1.power } / Double(waves.count)
      }
      let found = TetrahedralResponse.powers(of: setting.microphone, atHz: Float(hz))
      // The spiral's own error is below 1e-3 at kr = 10.
      #expect(abs(Double(found.pressure) / pressure - 1) < 2e-3, "\(hz) Hz")
      #expect(abs(Double(found.gradient) / gradient - 1) < 2e-3, "\(hz) Hz")
    }
  }

  /// Both forms of the functions meet, and are right: j₀ = sin x/x, j₁ = sin x/x² − cos x/x, j₂ = (3/x² − 1)·sin x/x − 3·cos x/x².
  @Test func besselFunctionsAreRight() {
    for x in stride(from: 0.01, through: 30, by: 0.0173) {
      let (s, c) = (sin(x), cos(x))
      let found = TetrahedralResponse.bessel(Float(x))
      #expect(abs(Double(found.zero) - s / x) < 1e-6)
      #expect(abs(Double(found.oneOverX) - (s / x - c) / (x * x)) < 1e-6)
      #expect(abs(Double(found.two) - ((3 / (x * x) - 1) * s / x - 3 * c / (x * x))) < 2e-6)
    }
    let still = TetrahedralResponse.bessel(0)
    #expect(still.zero == 1 && abs(still.oneOverX - 1 / 3) < 1e-7 && still.two == 0)
  }

  /// What the filters' phase rests on: counted from when a wave can first arrive, the responses of order 0 and 1 never turn around.
  ///
  /// They are ½∫Pₙ(t)·(d + (1 − d)·t)·e^(ikr(t − 1))dt, which starts at phase 0 and, if it has no zero in the right half-plane, ends near
  /// −90° (a jump at the beginning), give or take 30° for the jump at its end.
  @Test(arguments: [Float(0.25), 0.37, 0.5, 0.6, 0.75], [0, 1])
  func responsesAreOfMinimumPhase(_ directivity: Float, _ order: Int) {
    let d = Double(directivity)
    var (turned, before) = (0.0, 0.0)
    for kr in stride(from: 0.0, through: 40, by: 0.05) {
      var sum = Phasor.zero
      for part in 0..<800 {
        let t = -1 + (2 * Double(part) + 1) / 800
        sum += Phasor((order == 0 ? 1 : t) * (d + (1 - d) * t), phase: kr * (t - 1))
      }
      var change = sum.phase - before
      if change > .pi { change -= 2 * .pi }
      if change < -.pi { change += 2 * .pi }
      turned += change
      before = sum.phase
      #expect(turned > -122 * .pi / 180 && turned < 31 * .pi / 180, "kr \(kr): \(turned * 180 / .pi)°")
    }
    #expect(turned < -58 * .pi / 180)
  }
}
