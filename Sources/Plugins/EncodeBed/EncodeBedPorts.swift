import PluginModel

/// Ports of the bed encoders: the channels, the field, then the controls. Indices are permanent; new controls come last.
struct EncodeBedPorts {
  enum Control: Int, CaseIterable {
    case enabled, latency, rotation, lfeLevel
  }

  let layout: BedLayout

  init(_ layout: BedLayout) { self.layout = layout }

  /// Audio.
  var firstOutput: Int { @_noLocks get { layout.inputCount } }

  /// Audio.
  @_noLocks func index(_ control: Control) -> Int { layout.inputCount + 4 + control.rawValue }

  var specs: [PortSpec] {
    var specs = BedPorts(layout).inputs
    for channel in PortSpec.AmbisonicChannel.allCases { specs.append(.ambisonicOutput(channel)) }
    for control in Control.allCases { specs.append(spec(of: control)) }
    return specs
  }

  private func spec(of control: Control) -> PortSpec {
    switch control {
    case .enabled:
      PortSpec(
        "enabled", "Enabled", .control(.toggle(initial: true)), designation: PortSpec.enabled.designation,
        comment: "Off: all channels pass to W, without a direction.")
    case .latency: .latency
    case .rotation:
      PortSpec(
        "rotation", "Rotation", .control(ControlSpec(-180...180, initial: 0, unit: .degrees)),
        comment: "Turns the loudspeakers counter-clockwise: at 90 the centre is left.")
    case .lfeLevel:
      PortSpec(
        "lfe_level", "LFE Level", .control(ControlSpec(-40...20, initial: 10, unit: .decibels)),
        comment:
          "Level in W of the low-frequency channel re a main channel's; 10 dB is the convention of cinemas and ITU-R BS.775, the lowest value is off."
      )
    }
  }
}
