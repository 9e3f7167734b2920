/// Ports that many plugins share.
extension PortSpec {
  public enum AmbisonicChannel: Int, CaseIterable { case w, y, z, x }

  public static func ambisonicInput(_ channel: AmbisonicChannel) -> PortSpec {
    let (symbol, name): (StaticString, StaticString) =
      switch channel {
      case .w: ("in_w", "In W")
      case .y: ("in_y", "In Y")
      case .z: ("in_z", "In Z")
      case .x: ("in_x", "In X")
      }
    return PortSpec(symbol, name, .audioInput, designation: channel.designation, group: .ambisonicInput)
  }

  public static func ambisonicOutput(_ channel: AmbisonicChannel) -> PortSpec {
    let (symbol, name): (StaticString, StaticString) =
      switch channel {
      case .w: ("out_w", "Out W")
      case .y: ("out_y", "Out Y")
      case .z: ("out_z", "Out Z")
      case .x: ("out_x", "Out X")
      }
    return PortSpec(symbol, name, .audioOutput, designation: channel.designation, group: .ambisonicOutput)
  }

  /// 0 lets the input pass, delayed by the latency and cross-faded.
  public static var enabled: PortSpec {
    PortSpec(
      "enabled", "Enabled", .control(.toggle(initial: true)), designation: "http://lv2plug.in/ns/lv2core#enabled",
      comment: "Off: the input passes unchanged, with the same latency.")
  }

  public static var latency: PortSpec {
    PortSpec(
      "latency", "Latency", .meter(ControlSpec(0...8192, initial: 0, unit: .frames, shape: .integer)),
      designation: "http://lv2plug.in/ns/lv2core#latency", comment: "Constant for an instance.")
  }

  /// Where the host says which files were chosen.
  public static var messageInput: PortSpec {
    PortSpec("control", "Control", .messageInput, designation: "http://lv2plug.in/ns/lv2core#control")
  }

  /// Where the plugin says which files are in use.
  public static var messageOutput: PortSpec { PortSpec("notify", "Notify", .messageOutput) }
}

extension PortSpec.AmbisonicChannel {
  var designation: StaticString {
    switch self {
    case .w: "http://lv2plug.in/ns/ext/port-groups#ACN0"
    case .y: "http://lv2plug.in/ns/ext/port-groups#ACN1"
    case .z: "http://lv2plug.in/ns/ext/port-groups#ACN2"
    case .x: "http://lv2plug.in/ns/ext/port-groups#ACN3"
    }
  }
}
