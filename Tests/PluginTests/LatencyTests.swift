import HostSupport
import Testing

/// The latency that is reported: at once, always the same, and true.
@Suite struct LatencyTests {
  static let allRates = [8000, 22_050, 32_000, 384_000] + sampleRates

  @Test(arguments: Subject.all, allRates) func latencyIsShortAndConstant(_ subject: Subject, rate: Double) throws {
    let plugin = try subject.make(rate: rate)
    plugin["latency"] = -1
    plugin.run(0)
    let latency = plugin["latency"]
    #expect(latency >= 0 && latency == latency.rounded())
    // Of two plugins in one, the mixer's comes on top.
    let most = subject.uri.hasPrefix("urn:nearfar:audiomix") ? 0.026 : 0.024
    #expect(Double(latency) <= most * rate, "24 ms at the most")
    let frames = Int(0.05 * rate)
    _ = plugin.render(subject.inputs(frames: frames, rate: rate)) { _ in #expect(plugin["latency"] == latency) }
    for control in subject.spec.controls {
      plugin["\(control.symbol)"] = control.range!.range.upperBound
      plugin.run(100)
      #expect(plugin["latency"] == latency, "\(control.symbol)")
    }
    plugin.deactivate()
    plugin.activate()
    plugin["latency"] = -1
    plugin.run(1)
    #expect(plugin["latency"] == latency)
  }

  /// On every path through the plugin that lets an impulse pass.
  @Test(arguments: Subject.all, sampleRates)
  func latencyIsWhereTheImpulseComes(_ subject: Subject, rate: Double) throws {
    for path in paths(of: subject) {
      let plugin = try subject.make(rate: rate, path.controls)
      plugin.run(0)
      let latency = Int(plugin["latency"])
      var input = silence(subject.spec.audioInputs.count, frames: latency + Int(0.02 * rate))
      input[path.input][0] = 1
      let output = plugin.render(input)[path.output].map { abs($0) }
      let top = output.max()!
      #expect(top > 0.1)
      let found = output.firstIndex(of: top)!
      #expect(abs(found - latency) <= Int(path.toleranceSeconds * rate), "\(path): at \(found), not \(latency)")
    }
  }

  struct Path {
    var input: Int
    var output: Int
    var controls: [String: Float] = [:]
    var toleranceSeconds = 0.0
  }

  private func paths(of subject: Subject) -> [Path] {
    switch subject.uri {
    case "urn:nearfar:remix":
      (0..<4).flatMap { channel in
        [
          Path(input: channel, output: channel, controls: ["style": 7]),
          Path(input: channel, output: channel, controls: ["remix_amount": 0]),
          Path(input: channel, output: channel, controls: ["enabled": 0]),
        ]
      }
    case "urn:nearfar:rotate": (0..<4).map { Path(input: $0, output: $0, controls: ["yaw": 30]) }
    case "urn:nearfar:mixer-stereo":
      // Headphones: the ear toward the source hears it first, by the head's own time of at most 0.4 ms.
      [
        Path(input: 4, output: 0, controls: ["output_type": 1, "dialog_azimuth": 90], toleranceSeconds: 0.0006),
        Path(input: 4, output: 0, controls: ["output_type": 3]),
        Path(input: 0, output: 0, controls: ["output_type": 3]),
        Path(input: 0, output: 1, controls: ["enabled": 0]),
      ]
    case "urn:nearfar:mixer-quad", "urn:nearfar:mixer-custom": [Path(input: 0, output: 1), Path(input: 4, output: 0)]
    case let uri where uri.hasPrefix("urn:nearfar:mixer-"):
      [
        Path(input: 0, output: 4, controls: ["ambience_level": 6]), Path(input: 4, output: 2),
        Path(input: 4, output: 5, controls: ["dialog_azimuth": -110]),
        Path(input: 4, output: 2, controls: ["enabled": 0]),
      ]
    case "urn:nearfar:bed-stereo":
      [
        Path(input: 0, output: 0, toleranceSeconds: 0.0006), Path(input: 1, output: 1, controls: ["blend": 0]),
        Path(input: 1, output: 1, controls: ["enabled": 0]),
      ]
    case let uri where uri.hasPrefix("urn:nearfar:bed-"):
      [
        Path(input: 2, output: 0, toleranceSeconds: 0.0006), Path(input: 5, output: 1, toleranceSeconds: 0.0006),
        Path(input: 4, output: 0, controls: ["blend": 0]), Path(input: 2, output: 1, controls: ["enabled": 0]),
      ]
    case "urn:nearfar:audiomix-stereo":
      [
        Path(input: 0, output: 0, controls: ["output_type": 3, "style": 7]),
        Path(input: 0, output: 1, controls: ["enabled": 0]),
      ]
    case let uri where uri.hasPrefix("urn:nearfar:audiomix-"):
      [
        Path(input: 0, output: 4, controls: ["style": 7, "ambience_level": 6]),
        Path(input: 0, output: 4, controls: ["remix_amount": 0, "ambience_level": 6]),
      ]
    default: [Path(input: 0, output: 0)]
    }
  }
}
