import PluginModel

/// Ports of `urn:nearfar:mixer-stereo`. Indices are permanent; new ports come last.
public enum MixerStereoPort: Int, PortSet {
  case inW, inY, inZ, inX, inDialog, outLeft, outRight, enabled, latency
  case outputType, dialogAzimuth, dialogElevation, dialogSpread, dialogLevel, ambienceLevel
  case headYaw, headPitch, headRoll, headTracking, invertYaw, invertPitch, invertRoll
  case hrtfStatus
  case room
  case messages, notifications
  case eqStatus
  case oscPort, oscNetwork, oscPortInUse, midiTracker, headRecenter
  case roomSize
  case sharp

  public var spec: PortSpec {
    switch self {
    case .inW: .ambisonicInput(.w)
    case .inY: .ambisonicInput(.y)
    case .inZ: .ambisonicInput(.z)
    case .inX: .ambisonicInput(.x)
    case .inDialog: PortSpec("in_dialog", "In Dialog", .audioInput, group: .dialog)
    case .outLeft:
      PortSpec(
        "out_left", "Out Left", .audioOutput, designation: "http://lv2plug.in/ns/ext/port-groups#left",
        group: .stereoOutput)
    case .outRight:
      PortSpec(
        "out_right", "Out Right", .audioOutput, designation: "http://lv2plug.in/ns/ext/port-groups#right",
        group: .stereoOutput)
    case .enabled: enabledSpec
    case .latency: .latency
    case .outputType:
      PortSpec(
        "output_type", "Output Type",
        .control(.choice(["Headphones", "Built-in speakers", "External speakers"], first: 1, initial: 1)),
        comment: "What the two channels are heard on.")
    case .dialogAzimuth: MixPorts.dialogAzimuth
    case .dialogElevation: MixPorts.dialogElevation
    case .dialogSpread: MixPorts.dialogSpread
    case .dialogLevel: MixPorts.dialogLevel
    case .ambienceLevel: MixPorts.ambienceLevel
    case .room: MixPorts.room
    case .messages: .messageAndMIDIInput
    case .roomSize: MixPorts.roomSize(group: .dialog)
    case .sharp:
      PortSpec(
        "sharp", "Sharp", .control(ControlSpec(0...1, initial: 0)),
        comment: """
          Sounds that come from one direction become as distinct as the head's own responses make them; 0 leaves the field \
          as it is. Headphones only.
          """)
    case .notifications: .messageOutput
    case .headYaw: headYawSpec
    case .headPitch: HeadPorts.headPitch.spec
    case .headRoll: HeadPorts.headRoll.spec
    case .headTracking: HeadPorts.headTracking.spec
    case .invertYaw: HeadPorts.invertYaw.spec
    case .invertPitch: HeadPorts.invertPitch.spec
    case .invertRoll: HeadPorts.invertRoll.spec
    case .oscPort: TrackerPorts.oscPort.spec
    case .oscNetwork: TrackerPorts.oscNetwork.spec
    case .oscPortInUse: TrackerPorts.oscPortInUse.spec
    case .midiTracker: TrackerPorts.midiTracker.spec
    case .headRecenter: TrackerPorts.headRecenter.spec
    case .hrtfStatus:
      PortSpec(
        "hrtf_status", "HRTF Status",
        .meter(
          .choice(
            ["Default file", "Chosen file", "Chosen file failed, another used", "No file, spherical head"], initial: 0)),
        comment: "Where the head's responses come from; the log says why a file failed.")
    case .eqStatus: EqualizationFile.status
    }
  }

  private var enabledSpec: PortSpec {
    var spec = PortSpec.enabled
    spec.comment =
      "Off: a plain stereo decode of the field with the dialog in the middle, with the same latency; five channels cannot pass through two."
    return spec
  }

  private var headYawSpec: PortSpec {
    var spec = HeadPorts.headYaw.spec
    spec.comment = "Positive turns the head to the left, and what is heard to the right. Headphones only."
    return spec
  }
}
