import Foundation
import Testing

@testable import PluginModel
@testable import Plugins
@testable import Signal
@testable import Spatial

/// The loudspeaker mixers as a host drives them.
@Suite struct SpeakerMixerTests {
  private typealias Control = SpeakerMixerPorts.Control

  /// `input`: W Y Z X dialog. Returns the layout's outputs.
  private func render(
    _ layout: SpeakerLayout, _ input: [[Float]], _ settings: [Control: Float] = [:]
  ) -> [[Float]] {
    let places = SpeakerMixerPorts(layout)
    let ports = Ports(places.specs)
    let (frames, audio) = (input[0].count, SpeakerMixerPorts.firstOutput + layout.outputCount)
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: audio * frames + 32)
    defer { memory.deallocate() }
    memory.initialize(repeating: .nan, count: audio * frames + 32)
    for port in 0..<audio {
      for frame in 0..<frames where port < 5 { memory[port * frames + frame] = input[port][frame] }
      ports.connect(port, to: memory + port * frames)
    }
    for (place, (control, value)) in settings.enumerated() {
      memory[audio * frames + place] = value
      ports.connect(places.index(control), to: memory + audio * frames + place)
    }
    var mixer = SpeakerMixer(layout, sampleRate: 48_000)
    mixer.reset()
    mixer.process(ports, frames: frames)
    return (5..<audio).map { port in (0..<frames).map { memory[port * frames + $0] } }
  }

  private static let centred = SpeakerLayout.allCases.filter(\.hasCentre)

  @Test(arguments: centred) func dialogComesFromTheCentreAlone(_ layout: SpeakerLayout) {
    let voice = Signals.noise(9600, seed: 3)
    let outputs = render(layout, Signals.dialog(voice))
    for (output, signal) in outputs.enumerated() where output != 2 { #expect(signal.allSatisfy { $0 == 0 }) }
    #expect(abs(Signals.decibels(Signals.energy(outputs[2]) / Signals.energy(voice))) < 0.1)
  }

  @Test(arguments: centred) func lowFrequencyChannelIsSilentUntilAsked(_ layout: SpeakerLayout) {
    let low = (0..<24_000).map { Float(0.2 * sin(2 * .pi * 40 * Double($0) / 48_000)) }
    let input = [low, low, low, low, low]
    #expect(render(layout, input)[3].allSatisfy { $0 == 0 })
    let fed = render(layout, input, [.lfeLevel: 0])[3]
    // W and the dialog carry the same tone: twice its pressure.
    let level = Signals.decibels(Signals.energy(Array(fed[4800...])) / Signals.energy(Array(low[4800...])))
    #expect(abs(level - 6.02) < 0.3)
    let high = (0..<24_000).map { Float(0.2 * sin(2 * .pi * 480 * Double($0) / 48_000)) }
    let rest = render(layout, [high, high, high, high, high], [.lfeLevel: 0])[3]
    #expect(Signals.decibels(Signals.energy(Array(rest[4800...])) / Signals.energy(Array(high[4800...]))) < -40)
  }

  /// The same head turn by the control and by the field itself.
  @Test func headTurnsFieldAndDialog() {
    let noise = Signals.noise(9600, seed: 5)
    var straight = Signals.planeWave(noise, azimuthDegrees: 30)
    var turned = Signals.planeWave(noise, azimuthDegrees: 80)
    straight[4] = noise
    turned[4] = noise
    let expected = render(.sevenPointOneFour, straight, [.dialogAzimuth: -20])
    let found = render(.sevenPointOneFour, turned, [.dialogAzimuth: 30, .headYaw: 50])
    for (a, b) in zip(expected, found) { #expect(zip(a, b).allSatisfy { abs($0 - $1) < 1e-5 }) }
  }

  /// Field and dialog have the same phase: a voice in both adds up in the middle of the crossover too.
  @Test func dialogAndFieldAddUp() {
    let tone = (0..<24_000).map { Float(0.2 * sin(2 * .pi * 700 * Double($0) / 48_000)) }
    let field = render(.fivePointOne, Signals.planeWave(tone, azimuthDegrees: 0))[2]
    let dialog = render(.fivePointOne, Signals.dialog(tone))[2]
    var (ab, aa, bb) = (0.0, 0.0, 0.0)
    for frame in 4800..<24_000 {
      ab += Double(field[frame] * dialog[frame])
      aa += Double(field[frame] * field[frame])
      bb += Double(dialog[frame] * dialog[frame])
    }
    #expect(ab / sqrt(aa * bb) > 0.999)
  }
}
