import Foundation
import Testing

@testable import PluginModel
@testable import Plugins

@Suite struct MixerStereoTests {
  @Test func anyBlockSizeGivesTheSame() throws {
    let input = (0..<5).map { Signals.noise(3_000, seed: UInt64($0 + 1)) }
    for type in 1...3 {
      var whole = try Mixer()
      whole[.outputType] = Float(type)
      whole[.dialogAzimuth] = 37
      whole[.dialogSpread] = 90
      whole[.headYaw] = 20
      let reference = whole.render(input, blocks: [3_000])
      #expect(Signals.energy(reference[0]) > 1)
      for blocks in [[1], [7], [64], [1, 480, 0, 333]] {
        whole.reset()
        // Whole partitions and parts round differently.
        #expect(relativeError(whole.render(input, blocks: blocks), reference) < 1e-6)
      }
    }
  }

  @Test(arguments: [44_100.0, 48_000, 88_200, 96_000, 192_000])
  func latencyIsWhereTheDialogArrives(sampleRate: Double) throws {
    var mixer = try Mixer(sampleRate: sampleRate)
    for type in 1...3 {
      mixer[.outputType] = Float(type)
      mixer.reset()
      let output = mixer.render(Signals.dialog(Signals.impulse(2_048)))
      // A head's response from the front comes after 8 frames and peaks within 0.1 ms; loudspeakers are exact.
      let tolerance = type == 1 ? 8 + Int(0.000_1 * sampleRate) : 0
      #expect(mixer[.latency] == 0)
      #expect(Signals.peakFrame(output[0]) <= tolerance)
    }
  }

  @Test func silenceStaysSilence() throws {
    var mixer = try Mixer()
    let silence = [[Float]](repeating: [Float](repeating: 0, count: 2_000), count: 5)
    _ = mixer.render((0..<5).map { Signals.noise(1_000, seed: UInt64($0 + 1)) })
    _ = mixer.render(silence)
    let output = mixer.render(silence)
    // Filters are finite: nothing is left after their length.
    #expect(output.allSatisfy { $0.allSatisfy { abs($0) < 1e-30 } })
  }

  @Test func notANumberDoesNotStay() throws {
    var mixer = try Mixer()
    var input = (0..<5).map { Signals.noise(1_000, seed: UInt64($0 + 1)) }
    for channel in 0..<5 { input[channel][500] = channel % 2 == 0 ? .nan : .infinity }
    #expect(mixer.render(input).allSatisfy { $0.allSatisfy(\.isFinite) })
  }

  @Test func dialogFollowsItsAzimuth() throws {
    var mixer = try Mixer()
    let input = Signals.dialog(Signals.impulse(1_024))
    for (azimuth, sign) in [(Float(90), 1.0), (-90, -1), (30, 1), (-30, -1)] {
      mixer.reset()
      mixer[.dialogAzimuth] = azimuth
      let ears = mixer.render(input)
      let difference = Signals.decibels(Signals.energy(ears[0]) / Signals.energy(ears[1]))
      #expect(difference * sign > (abs(azimuth) > 60 ? 8 : 3))
      // The nearer ear hears it first: 0.6 ms at the side, 0.2 ms at 30°.
      let lead = Double(Signals.peakFrame(ears[1]) - Signals.peakFrame(ears[0])) * sign / 48
      #expect(lead > (abs(azimuth) > 60 ? 0.45 : 0.15) && lead < 0.9)
    }
  }

  @Test func planeWavesFromTheLeftAreLouderOnTheLeft() throws {
    var mixer = try Mixer()
    for (azimuth, sign) in [(Float(90), 1.0), (-90, -1)] {
      mixer.reset()
      let ears = mixer.render(Signals.planeWave(Signals.impulse(1_024), azimuthDegrees: azimuth))
      #expect(Signals.decibels(Signals.energy(ears[0]) / Signals.energy(ears[1])) * sign > 6)
    }
  }

  /// Turning the head to the left by an angle is the same as turning what is heard to the right by it.
  @Test func headTurnsEqualFieldTurns() throws {
    var mixer = try Mixer()
    let signal = Signals.noise(2_000, seed: 7)
    mixer[.headYaw] = 50
    let turned = mixer.render(Signals.planeWave(signal, azimuthDegrees: 80))
    mixer.reset()
    mixer[.headYaw] = 0
    let still = mixer.render(Signals.planeWave(signal, azimuthDegrees: 30))
    #expect(relativeError(turned, still) < 1e-5)  // single precision in two orders of rounding
    mixer.reset()
    mixer[.invertYaw] = 1
    mixer[.headYaw] = -50
    #expect(mixer.render(Signals.planeWave(signal, azimuthDegrees: 80)) == turned)
    mixer.reset()
    mixer[.headTracking] = 0
    #expect(mixer.render(Signals.planeWave(signal, azimuthDegrees: 30)) == still)
  }

  @Test func dialogStaysInTheRoom() throws {
    var mixer = try Mixer()
    let input = Signals.dialog(Signals.noise(2_000, seed: 8))
    mixer[.headYaw] = 50
    mixer[.dialogAzimuth] = 80
    let turned = mixer.render(input)
    mixer.reset()
    mixer[.headYaw] = 0
    mixer[.dialogAzimuth] = 30
    // Angles are rounded once more on the way: delays move by 1/64 frame at most, −40 dB at the top of the band.
    #expect(relativeError(turned, mixer.render(input)) < 1e-2)
  }

  /// A moving source and a change of output stay within the slope that a steady one has.
  @Test func nothingClicks() throws {
    let tone = (0..<24_000).map { Float(0.5 * sin(2 * Double.pi * 300 * Double($0) / 48_000)) }
    let input = [tone, tone.map { 0.3 * $0 }, tone.map { 0 * $0 }, tone.map { 0.5 * $0 }, tone]
    var mixer = try Mixer()
    var output: [Float] = []
    func piece(_ part: Int) -> [[Float]] { input.map { Array($0[(part * 3_000)..<((part + 1) * 3_000)]) } }
    for part in 0..<8 {
      mixer[.outputType] = [1, 1, 1, 3, 2, 1, 2, 3][part]
      mixer[.dialogAzimuth] = [0, 90, -90, -90, 170, -170, 0, 0][part]
      mixer[.headYaw] = [0, 0, 180, 90, 0, 0, 0, 0][part]
      mixer[.dialogSpread] = [0, 0, 360, 360, 0, 0, 0, 0][part]
      mixer[.dialogLevel] = [0, 0, 0, -60, 0, 12, 0, 0][part]
      output += mixer.render(piece(part))[0]
    }
    // The second difference of a tone is ω² of its height: 0.004 for the loudest here. Fades add as much; a step of 1/100
    // of full scale would exceed the bound.
    var largest: Float = 0
    // The tone itself begins with a kink.
    for frame in 1_000..<output.count {
      largest = max(largest, abs(output[frame] - 2 * output[frame - 1] + output[frame - 2]))
    }
    #expect(largest > 1e-4)
    #expect(largest < 0.01)
  }

  @Test func levelsDoWhatTheySay() throws {
    var mixer = try Mixer()
    let dialog = Signals.dialog(Signals.noise(1_000, seed: 1))
    let field = Signals.planeWave(Signals.noise(1_000, seed: 1), azimuthDegrees: 20)
    for (port, input) in [(MixerStereoPort.dialogLevel, dialog), (.ambienceLevel, field)] {
      mixer.reset()
      let full = Signals.energy(mixer.render(input)[0])
      mixer[port] = -6
      mixer.reset()
      #expect(abs(Signals.decibels(Signals.energy(mixer.render(input)[0]) / full) + 6) < 0.01)
      mixer[port] = -60
      mixer.reset()
      #expect(Signals.energy(mixer.render(input)[0]) == 0)
      mixer[port] = 0
    }
  }

  @Test func switchedOffIsThePlainDecode() throws {
    let input = (0..<5).map { Signals.noise(1_000, seed: UInt64($0 + 1)) }
    var mixer = try Mixer()
    mixer[.outputType] = 3
    let plain = mixer.render(input)
    mixer.reset()
    mixer[.outputType] = 1
    mixer[.dialogAzimuth] = 70
    mixer[.ambienceLevel] = -20
    mixer[.enabled] = 0
    #expect(mixer.render(input) == plain)
  }

  private func relativeError(_ a: [[Float]], _ b: [[Float]]) -> Double {
    var (error, energy) = (0.0, 0.0)
    for channel in a.indices {
      error += Signals.energy(zip(a[channel], b[channel]).map { $0 - $1 })
      energy += Signals.energy(b[channel])
    }
    #expect(energy > 1)
    return sqrt(error / energy)
  }
}
