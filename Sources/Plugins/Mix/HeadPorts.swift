import Ambisonics
import PluginModel

/// The seven consecutive controls of the listener's head, which many plugins share, and the rotation that they mean.
enum HeadPorts: Int, CaseIterable {
  case headYaw, headPitch, headRoll, headTracking, invertYaw, invertPitch, invertRoll

  var spec: PortSpec {
    let angle = PortSpec.Kind.control(ControlSpec(-180...180, initial: 0, unit: .degrees))
    let invert = PortSpec.Kind.control(.toggle(initial: false))
    return switch self {
    case .headYaw:
      PortSpec(
        "head_yaw", "Head Yaw", angle, group: .head,
        comment: "Positive turns the head to the left, and what is heard to the right.")
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
    case .invertRoll:
      PortSpec("invert_roll", "Invert Roll", invert, group: .head, comment: "For trackers that count the other way.")
    }
  }

  /// Audio. How the head stands, of the ports from index `first` on.
  @_noLocks static func rotation(_ ports: borrowing Ports, from first: Int) -> Rotation {
    guard ports.value(at: first + headTracking.rawValue) >= 0.5 else {
      return Rotation(yawDegrees: 0, pitchDegrees: 0, rollDegrees: 0)
    }
    return Rotation(
      yawDegrees: angle(ports, first, headYaw, invertYaw), pitchDegrees: angle(ports, first, headPitch, invertPitch),
      rollDegrees: angle(ports, first, headRoll, invertRoll))
  }

  @_noLocks private static func angle(
    _ ports: borrowing Ports, _ first: Int, _ angle: HeadPorts, _ invert: HeadPorts
  ) -> Float {
    let degrees = ports.value(at: first + angle.rawValue)
    return ports.value(at: first + invert.rawValue) >= 0.5 ? -degrees : degrees
  }
}
