import PluginModel

public enum EncodeMonoPort: Int, PortSet {
  case input, outW, outY, outZ, outX, enabled, latency, azimuth, elevation, width, distance

  public var spec: PortSpec {
    switch self {
    case .input: PortSpec("in", "In", .audioInput)
    case .outW: .ambisonicOutput(.w)
    case .outY: .ambisonicOutput(.y)
    case .outZ: .ambisonicOutput(.z)
    case .outX: .ambisonicOutput(.x)
    case .enabled:
      PortSpec(
        "enabled", "Enabled", .control(.toggle(initial: true)), designation: PortSpec.enabled.designation,
        comment: "Off: the input passes to W unchanged, without a direction.")
    case .latency: .latency
    case .azimuth:
      PortSpec(
        "azimuth", "Azimuth", .control(ControlSpec(-180...180, initial: 0, unit: .degrees)), group: .source,
        comment: "Counter-clockwise: 90 is left, -90 right, 180 behind.")
    case .elevation:
      PortSpec(
        "elevation", "Elevation", .control(ControlSpec(-90...90, initial: 0, unit: .degrees)), group: .source,
        comment: "90 is above, -90 below.")
    case .width:
      PortSpec(
        "width", "Width", .control(ControlSpec(0...360, initial: 0, unit: .degrees)), group: .source,
        comment: "Angle that the source fills: 0 is a point, 360 comes from everywhere.")
    case .distance:
      PortSpec(
        "distance", "Distance", .control(ControlSpec(0.25...100, initial: 1, unit: .metres, shape: .logarithmic)),
        group: .source, comment: "Twice as far is 6 dB quieter; at 1 m the level is that of the input.")
    }
  }
}
