import Foundation
import HostSupport
import Testing

/// What holds between the outputs of the remix, whatever it takes for speech.
@Suite struct RemixIdentityTests {
  private let remix = Subject.named("remix")!
  private let window = 1024

  private func foa(_ outputs: [[Float]]) -> [[Float]] { Array(outputs.prefix(4)) }

  @Test(arguments: sampleRates) func standardIsTheInputDelayed(_ rate: Double) throws {
    var inputs = remix.inputs(frames: Int(0.3 * rate), rate: rate)
    // Finite values of every size and sign, denormals too.
    for channel in 0..<4 {
      for (index, value) in [Float.greatestFiniteMagnitude, -1e30, 1e-30, Float(bitPattern: 700), -0.0, 1].enumerated()
      {
        inputs[channel][3000 + 97 * index + channel] = value
      }
    }
    let plugin = try remix.make(rate: rate, ["style": 7, "dialog_gain": 6, "ambience_gain": -6])
    let outputs = plugin.render(inputs)
    let latency = Int(plugin["latency"])
    expectBitEqual(foa(outputs), inputs.map { delayed($0, by: latency) })
    #expect(peak([outputs[4]]) == 0 && peak(outputs) > 0.1)
  }

  @Test(arguments: [Float(0), 1, 2]) func amountZeroIsTheRecording(_ style: Float) throws {
    let inputs = remix.inputs(frames: 48_000)
    let standard = try remix.render(inputs, ["style": 7])
    expectBitEqual(foa(try remix.render(inputs, ["style": style, "remix_amount": 0])), foa(standard))
  }

  /// With a from the background stem and s = x − a: FOA out = g·a + (1 − r)·s, where g is −12 dB·r, and 1 − r in Studio.
  @Test(arguments: [Float(0), 1, 2], [Float(0.25), 0.5, 1]) func partsAddUp(_ style: Float, amount: Float) throws {
    let inputs = remix.inputs(frames: 48_000)
    let stem: Float = style == 0 ? 3 : (style == 1 ? 8 : 9)
    let a = foa(try remix.render(inputs, ["style": stem]))
    let x = inputs.map { delayed($0, by: window) }
    let mix = foa(try remix.render(inputs, ["style": style, "remix_amount": amount]))
    let g = style == 1 ? 1 - amount : pow(10, -12 * amount / 20)
    let expected = (0..<4).map { channel in
      zip(x[channel], a[channel]).map { (x: Float, a: Float) -> Float in g * a + (1 - amount) * (x - a) }
    }
    // −120 dB of the input: three roundings of 2⁻²⁴ each.
    #expect(difference(mix, expected) < 1e-6 * peak(inputs))
    #expect(difference(x, a) > 0.1 * peak(inputs), "there is speech to take out")
    #expect(peak(a) > 0.01)
  }

  @Test func trimsScaleTheParts() throws {
    let inputs = remix.inputs(frames: 48_000)
    let a = foa(try remix.render(inputs, ["style": 3]))
    let louder = foa(try remix.render(inputs, ["style": 3, "ambience_gain": 6, "dialog_gain": -20]))
    let gain = Float(pow(10, 6.0 / 20))
    // exp and the product round: 1e-6 of the peak.
    #expect(difference(louder, a.map { $0.map { $0 * gain } }) < 1e-6 * peak(louder))
    let dialog = try remix.render(inputs, ["style": 4])[4]
    let softer = try remix.render(inputs, ["style": 4, "dialog_gain": -6])[4]
    #expect(difference([softer], [dialog.map { $0 / gain }]) < 1e-6 * peak([dialog]))
  }

  @Test(arguments: [Float(4), 5, 6]) func foregroundStemsHaveNoPlace(_ style: Float) throws {
    let outputs = try remix.render(remix.inputs(frames: 48_000), ["style": style])
    #expect(peak(foa(outputs)) == 0 && peak([outputs[4]]) > 0.01)
  }

  @Test(arguments: [Float(3), 8, 9]) func backgroundStemsHaveNoDialog(_ style: Float) throws {
    let outputs = try remix.render(remix.inputs(frames: 48_000), ["style": style])
    #expect(peak([outputs[4]]) == 0 && peak(foa(outputs)) > 0.01)
  }

  @Test func stemsDoNotDependOnTheAmount() throws {
    let inputs = remix.inputs(frames: 24_000)
    for style: Float in [3, 4, 5, 6, 7, 8, 9] {
      let low = try remix.render(inputs, ["style": style, "remix_amount": 0.1])
      try expectBitEqual(low, remix.render(inputs, ["style": style, "remix_amount": 0.9]))
    }
  }

  /// The recording's gain does not matter: ±20 dB in are ±20 dB out.
  @Test(arguments: [Float(0.1), 8]) func levelDoesNotMatter(_ gain: Float) throws {
    let inputs = remix.inputs(frames: 48_000)
    let reference = try remix.render(inputs, ["style": 1, "remix_amount": 0.8])
    let scaled = try remix.render(inputs.map { $0.map { $0 * gain } }, ["style": 1, "remix_amount": 0.8])
    // The gain 8 is exact; 0.1 rounds every sample: the odds of speech carry that on, to −80 dB.
    let tolerance: Float = gain == 8 ? 1e-5 : 1e-4
    #expect(difference(scaled.map { $0.map { $0 / gain } }, reference) < tolerance * peak(reference))
  }
}
