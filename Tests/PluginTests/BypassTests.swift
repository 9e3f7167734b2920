import Foundation
import HostSupport
import Testing

/// `enabled` = 0: the input, late by the latency; cross-faded.
@Suite struct BypassTests {
  @Test(arguments: Subject.all) func disabledIsTheInputDelayed(_ subject: Subject) throws {
    let inputs = subject.inputs(frames: 12_000)
    let plugin = try subject.make(subject.busy.merging(["enabled": 0]) { $1 })
    let outputs = plugin.render(inputs)
    let latency = Int(plugin["latency"])
    #expect(peak(outputs) > 0.01)
    switch subject.uri {
    case "urn:nearfar:bed-stereo": expectBitEqual(outputs, inputs.map { delayed($0, by: latency) })
    // Their outputs are no inputs: a plain decode or downmix.
    case let uri where ["mixer-", "bed-", "audiomix-"].contains { uri.hasPrefix("urn:nearfar:\($0)") }: break
    case "urn:nearfar:encode-mono":
      expectBitEqual([outputs[0]], inputs)
      #expect(peak(Array(outputs.dropFirst())) == 0)
    // Many channels in one: all of them in W, as loud as when they are on, without a direction.
    case let uri where uri.hasPrefix("urn:nearfar:encode-") && subject.spec.audioInputs.count != 4:
      try expectBitEqual([outputs[0]], [subject.render(inputs, subject.busy)[0]])
      #expect(peak(Array(outputs.dropFirst())) == 0)
    default:
      expectBitEqual(Array(outputs.prefix(4)), inputs.map { delayed($0, by: latency) })
      #expect(peak(Array(outputs.dropFirst(4))) == 0)
    }
  }

  /// Slow sines have small steps of their own; a switch may add its range over the ramp, never a jump.
  @Test(arguments: Subject.all) func switchingMakesNoStep(_ subject: Subject) throws {
    let frames = 48_000
    // As loud in sum, where many channels are played at once.
    let level = min(0.5, 2 / Double(subject.spec.audioInputs.count))
    let sine = (0..<frames).map { Float(level * sin(2 * .pi * 60 * Double($0) / 48_000)) }
    let inputs = subject.spec.audioInputs.map { _ in sine }
    let plugin = try subject.make(subject.busy)
    let outputs = plugin.render(inputs) { start in plugin["enabled"] = (start / 8192) % 2 == 0 ? 1 : 0 }
    // The input's own step times a gain of at most 4, plus a change of at most 8 × 0.5 in 10 ms.
    let bound = 4 * 0.5 / Float(level) * largestStep(sine) + 4 / 480
    for output in outputs { #expect(largestStep(output) < bound, "\(largestStep(output)) of \(bound)") }
    #expect(peak(outputs) > 0.1)
    let steady = try subject.render(inputs, subject.busy)
    #expect(difference(outputs, steady) > 0.01, "the switch does something")
  }
}
