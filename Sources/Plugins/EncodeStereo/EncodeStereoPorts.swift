import PluginModel

public enum EncodeStereoPort: Int, PortSet {
  case inLeft, inRight, outW, outY, outZ, outX, enabled, latency, angle, width, rotation, elevation, roll

  public var spec: PortSpec {
    switch self {
    case .inLeft:
      PortSpec(
        "in_left", "In Left", .audioInput, designation: "http://lv2plug.in/ns/ext/port-groups#left",
        group: .stereoInput)
    case .inRight:
      PortSpec(
        "in_right", "In Right", .audioInput, designation: "http://lv2plug.in/ns/ext/port-groups#right",
        group: .stereoInput)
    case .outW: .ambisonicOutput(.w)
    case .outY: .ambisonicOutput(.y)
    case .outZ: .ambisonicOutput(.z)
    case .outX: .ambisonicOutput(.x)
    case .enabled:
      PortSpec(
        "enabled", "Enabled", .control(.toggle(initial: true)), designation: PortSpec.enabled.designation,
        comment: "Off: both channels pass to W unchanged, without a direction.")
    case .latency: .latency
    case .angle:
      PortSpec(
        "angle", "Angle", .control(ControlSpec(0...360, initial: 60, unit: .degrees)), group: .source,
        comment: "Between left and right, half of it to either side: 60 is the usual pair of loudspeakers.")
    case .width:
      PortSpec(
        "width", "Width", .control(ControlSpec(0...360, initial: 0, unit: .degrees)), group: .source,
        comment: "Angle that each channel fills: 0 is a point, 360 comes from everywhere.")
    case .rotation:
      PortSpec(
        "rotation", "Rotation", .control(ControlSpec(-180...180, initial: 0, unit: .degrees)), group: .source,
        comment: "Turns the pair about the vertical axis, counter-clockwise: at 90 its middle is left.")
    case .elevation:
      PortSpec(
        "elevation", "Elevation", .control(ControlSpec(-90...90, initial: 0, unit: .degrees)), group: .source,
        comment: "Raises the middle of the pair.")
    case .roll:
      PortSpec(
        "roll", "Roll", .control(ControlSpec(-180...180, initial: 0, unit: .degrees)), group: .source,
        comment: "Turns the pair about its own middle: positive raises left and lowers right, 180 swaps them.")
    }
  }
}
