import PluginModel
import Signal

/// The controls of dialog and ambience that all mixers share.
enum MixPorts {
  static var dialogAzimuth: PortSpec {
    PortSpec(
      "dialog_azimuth", "Dialog Azimuth", .control(ControlSpec(-180...180, initial: 0, unit: .degrees)),
      group: .dialog, comment: "Counter-clockwise from the front: positive is left.")
  }
  static var dialogElevation: PortSpec {
    PortSpec(
      "dialog_elevation", "Dialog Elevation", .control(ControlSpec(-90...90, initial: 0, unit: .degrees)),
      group: .dialog, comment: "Upwards from the horizon.")
  }
  static var dialogSpread: PortSpec {
    PortSpec(
      "dialog_spread", "Dialog Spread", .control(ControlSpec(0...360, initial: 0, unit: .degrees)), group: .dialog,
      comment: "How much of the sphere around the listener the dialog fills: 0 is a point, 360 is everywhere.")
  }
  static var dialogLevel: PortSpec {
    PortSpec(
      "dialog_level", "Dialog Level", .control(ControlSpec(-60...12, initial: 0, unit: .decibels)), group: .dialog,
      comment: "The lowest value is off.")
  }
  static var ambienceLevel: PortSpec {
    PortSpec(
      "ambience_level", "Ambience Level", .control(ControlSpec(-60...12, initial: 0, unit: .decibels)),
      comment: "The lowest value is off.")
  }
  static var room: PortSpec {
    PortSpec(
      "room", "Room", .control(ControlSpec(0...1, initial: 0)), group: .dialog,
      comment: "Reflections and reverberation of a room for the dialog, for voices that are too dry.")
  }
  static func roomSize(group: PortGroup?) -> PortSpec {
    PortSpec(
      "room_size", "Room Size", .control(.choice(["Small", "Medium", "Large", "Hall"], initial: 1)), group: group,
      comment: "The room that Room lets in: 0.25, 0.5, 1.1 or 2.2 s of reverberation.")
  }

  /// Audio. 0 at the lowest level.
  @_noLocks static func gain(_ decibels: Float, offBelow lowest: Float = -60) -> Float {
    decibels <= lowest ? 0 : Decibels.gain(decibels)
  }
}
