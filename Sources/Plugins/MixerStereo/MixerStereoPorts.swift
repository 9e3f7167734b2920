import PluginModel

/// Ports of `urn:nearfar:mixer-stereo`. Indices are permanent; new ports come last.
public enum MixerStereoPort: Int, PortSet {
  case inW, inY, inZ, inX, inDialog, outLeft, outRight, enabled, latency
  case outputType, dialogAzimuth, dialogElevation, dialogSpread, dialogLevel, ambienceLevel
  case headYaw, headPitch, headRoll, headTracking, invertYaw, invertPitch, invertRoll
  case hrtfStatus
  case room
  case messages, notifications

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
    case .outputType, .dialogAzimuth, .dialogElevation, .dialogSpread, .dialogLevel, .ambienceLevel: mixSpec
    case .messages: .messageInput
    case .notifications: .messageOutput
    case .room:
      PortSpec(
        "room", "Room", .control(ControlSpec(0...1, initial: 0)), group: .dialog,
        comment: "Reverberation of a middle-sized room for the dialog, for voices that are too dry.")
    case .headYaw, .headPitch, .headRoll, .headTracking, .invertYaw, .invertPitch, .invertRoll: headSpec
    case .hrtfStatus:
      PortSpec(
        "hrtf_status", "HRTF Status",
        .meter(
          .choice(
            ["Default file", "Chosen file", "Chosen file failed, another used", "No file, spherical head"], initial: 0)),
        comment: "Where the head's responses come from; the log says why a file failed.")
    }
  }

  private var enabledSpec: PortSpec {
    var spec = PortSpec.enabled
    spec.comment =
      "Off: a plain stereo decode of the field with the dialog in the middle, with the same latency; five channels cannot pass through two."
    return spec
  }

  private var mixSpec: PortSpec {
    switch self {
    case .outputType:
      PortSpec(
        "output_type", "Output Type",
        .control(.choice(["Headphones", "Built-in speakers", "External speakers"], first: 1, initial: 1)),
        comment: "What the two channels are heard on.")
    case .dialogAzimuth:
      PortSpec(
        "dialog_azimuth", "Dialog Azimuth", .control(ControlSpec(-180...180, initial: 0, unit: .degrees)),
        group: .dialog, comment: "Counter-clockwise from the front: positive is left.")
    case .dialogElevation:
      PortSpec(
        "dialog_elevation", "Dialog Elevation", .control(ControlSpec(-90...90, initial: 0, unit: .degrees)),
        group: .dialog, comment: "Upwards from the horizon.")
    case .dialogSpread:
      PortSpec(
        "dialog_spread", "Dialog Spread", .control(ControlSpec(0...360, initial: 0, unit: .degrees)), group: .dialog,
        comment: "How much of the sphere around the listener the dialog fills: 0 is a point, 360 is everywhere.")
    case .dialogLevel:
      PortSpec(
        "dialog_level", "Dialog Level", .control(ControlSpec(-60...12, initial: 0, unit: .decibels)), group: .dialog,
        comment: "The lowest value is off.")
    default:
      PortSpec(
        "ambience_level", "Ambience Level", .control(ControlSpec(-60...12, initial: 0, unit: .decibels)),
        comment: "The lowest value is off.")
    }
  }

  private var headSpec: PortSpec {
    let angle = PortSpec.Kind.control(ControlSpec(-180...180, initial: 0, unit: .degrees))
    let invert = PortSpec.Kind.control(.toggle(initial: false))
    return switch self {
    case .headYaw:
      PortSpec(
        "head_yaw", "Head Yaw", angle, group: .head,
        comment: "Positive turns the head to the left, and what is heard to the right. Headphones only.")
    case .headPitch: PortSpec("head_pitch", "Head Pitch", angle, group: .head, comment: "Positive lifts the nose.")
    case .headRoll:
      PortSpec("head_roll", "Head Roll", angle, group: .head, comment: "Positive lowers the right ear.")
    case .headTracking:
      PortSpec(
        "head_tracking", "Head Tracking", .control(.toggle(initial: true)), group: .head,
        comment: "Off: the head looks to the front, whatever its angles say.")
    case .invertYaw:
      PortSpec("invert_yaw", "Invert Yaw", invert, group: .head, comment: "For trackers that count the other way.")
    case .invertPitch:
      PortSpec("invert_pitch", "Invert Pitch", invert, group: .head, comment: "For trackers that count the other way.")
    default:
      PortSpec("invert_roll", "Invert Roll", invert, group: .head, comment: "For trackers that count the other way.")
    }
  }
}
