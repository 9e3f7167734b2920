import PluginModel

public enum RotatePort: Int, PortSet {
  case inW, inY, inZ, inX, outW, outY, outZ, outX, enabled, latency, yaw, pitch, roll, mirror

  public var spec: PortSpec {
    switch self {
    case .inW: .ambisonicInput(.w)
    case .inY: .ambisonicInput(.y)
    case .inZ: .ambisonicInput(.z)
    case .inX: .ambisonicInput(.x)
    case .outW: .ambisonicOutput(.w)
    case .outY: .ambisonicOutput(.y)
    case .outZ: .ambisonicOutput(.z)
    case .outX: .ambisonicOutput(.x)
    case .enabled: .enabled
    case .latency: .latency
    case .yaw:
      PortSpec(
        "yaw", "Yaw", .control(ControlSpec(-180...180, initial: 0, unit: .degrees)), group: .head,
        comment: "Positive turns the head to the left, so the field turns to the right.")
    case .pitch:
      PortSpec(
        "pitch", "Pitch", .control(ControlSpec(-180...180, initial: 0, unit: .degrees)), group: .head,
        comment: "Positive raises the nose, so the field in front sinks.")
    case .roll:
      PortSpec(
        "roll", "Roll", .control(ControlSpec(-180...180, initial: 0, unit: .degrees)), group: .head,
        comment: "Positive lowers the right ear, so the field on the right rises.")
    case .mirror:
      PortSpec(
        "mirror", "Mirror", .control(.choice(["Off", "Left-right", "Front-back", "Up-down"], initial: 0)),
        comment: "Swaps two sides of the field before it is turned.")
    }
  }
}
