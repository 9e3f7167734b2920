import PluginModel

public enum RotatePort: Int, PortSet {
  case inW, inY, inZ, inX, outW, outY, outZ, outX, enabled, latency, yaw, pitch, roll

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
      PortSpec("yaw", "Yaw", .control(ControlSpec(-180...180, initial: 0, unit: .degrees)), comment: "x")
    case .pitch: PortSpec("pitch", "Pitch", .control(ControlSpec(-180...180, initial: 0, unit: .degrees)))
    case .roll: PortSpec("roll", "Roll", .control(ControlSpec(-180...180, initial: 0, unit: .degrees)))
    }
  }
}
