import HostSupport
import PluginModel
import Testing

/// Every control does something, and does it without a step.
@Suite struct ControlTests {
  /// What must be set for a control to matter.
  static let needs: [String: [String: Float]] = [
    "frame_azimuth": ["style": 2], "frame_width": ["style": 2, "frame_azimuth": -20],
    "dialog_gain": ["remix_amount": 1],
    "invert_yaw": ["head_yaw": 40], "invert_pitch": ["head_pitch": 40], "invert_roll": ["head_roll": 40],
    "head_tracking": ["head_yaw": 40], "dialog_spread": ["dialog_azimuth": 60],
    "enabled": ["azimuth": 30, "yaw": 30, "remix_amount": 1, "dialog_azimuth": 30],
    "room_size": ["room": 0.7, "remix_amount": 1],
  ]

  /// What does nothing until a head tracker speaks, or in a host without a worker; `OSCTrackingTests`, `MIDITrackingTests` and
  /// `LearningTests` move them.
  static let movedElsewhere: Set<String> = ["osc_port", "osc_network", "midi_tracker", "head_recenter", "learn"]

  @Test(arguments: Subject.all) func everyControlChangesTheOutput(_ subject: Subject) throws {
    let inputs = subject.inputs(frames: 48_000)
    let plugin = try subject.make()
    for control in subject.spec.controls where !Self.movedElsewhere.contains("\(control.symbol)") {
      let symbol = "\(control.symbol)"
      let present = Set(subject.spec.controls.map { "\($0.symbol)" })
      let base = (Self.needs[symbol] ?? [:]).filter { present.contains($0.key) }
      let reference = plugin.render(inputs, base)
      let moved = plugin.render(inputs, base.merging([symbol: other(than: base[symbol], control)]) { $1 })
      // −60 dB of the output: more than any rounding.
      #expect(difference(moved, reference) > 0.001 * peak(reference), "\(symbol)")
      #expect(peak(reference) > 0.01)
    }
  }

  /// Every value of an enumeration is a case of its own.
  @Test(arguments: Subject.all) func everyChoiceDiffers(_ subject: Subject) throws {
    let inputs = subject.inputs(frames: 48_000)
    let plugin = try subject.make()
    for control in subject.spec.controls where control.range!.shape == .enumeration {
      if Self.movedElsewhere.contains("\(control.symbol)") { continue }
      var seen: [(label: String, output: [[Float]])] = []
      let present = Set(subject.spec.controls.map { "\($0.symbol)" })
      let base = (Self.needs["\(control.symbol)"] ?? [:]).filter { present.contains($0.key) }
      for point in control.range!.scalePoints {
        let output = plugin.render(inputs, base.merging(["\(control.symbol)": point.value]) { $1 })
        for (label, earlier) in seen where !mayAgree(label, "\(point.label)") {
          #expect(difference(output, earlier) > 1e-4, "\(label) and \(point.label)")
        }
        seen.append(("\(point.label)", output))
      }
    }
  }

  /// Cinematic and Studio separate alike; only their dialog differs, so their background stems agree.
  private func mayAgree(_ a: String, _ b: String) -> Bool {
    Set([a, b]) == ["Cinematic background stem", "Studio background stem"]
  }

  /// From one end of the range to the other and back.
  @Test(arguments: Subject.all) func movesMakeNoStep(_ subject: Subject) throws {
    let constant = [Float](repeating: 0.5, count: 24_000)
    let inputs = subject.spec.audioInputs.map { _ in constant }
    let plugin = try subject.make()
    for control in subject.spec.controls {
      let (symbol, range) = ("\(control.symbol)", control.range!.range)
      plugin.restart([:])
      let outputs = plugin.render(inputs) { start in
        plugin[symbol] = (start / 4096) % 2 == 0 ? range.lowerBound : range.upperBound
      }
      // From the end of the start-up on. A gain may go from 4 to −4 in 10 ms at 0.5: 4/480 per frame; and a level with it.
      let step = outputs.map { largestStep(Array($0[3000...])) }.max()!
      #expect(step < 8 / 480, "\(symbol): \(step)")
    }
  }

  private func other(than value: Float?, _ control: PortSpec) -> Float {
    let spec = control.range!
    let now = value ?? spec.initial
    switch spec.shape {
    case .toggled, .trigger: return now < 0.5 ? 1 : 0
    case .enumeration: return now == spec.range.upperBound ? spec.range.lowerBound : now + 1
    default:
      // A third of the way into the wider side: the ends of an angle are the same direction.
      let end =
        spec.range.upperBound - now > now - spec.range.lowerBound ? spec.range.upperBound : spec.range.lowerBound
      return now + (end - now) / 3
    }
  }
}
