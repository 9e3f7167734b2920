import Ambisonics
import PluginModel
import Signal
import Spatial

/// What the controls of one block mean. Audio.
struct SpeakerMixerControls {
  /// In the room.
  var source = Direction(x: 1, y: 0, z: 0)
  var spreadDegrees: Float = 0
  var divergence: Float = 0
  var dialogGain: Float = 1
  var ambienceGain: Float = 1
  var lfeGain: Float = 0
  var room: Float = 0
  var head = Rotation(yawDegrees: 0, pitchDegrees: 0, rollDegrees: 0)

  @_noLocks init(_ ports: borrowing Ports, _ places: SpeakerMixerPorts) {
    // Switched off: the plain decode of the defaults.
    guard ports.value(at: places.index(.enabled)) >= 0.5 else { return }
    source = Direction(
      azimuthDegrees: ports.value(at: places.index(.dialogAzimuth)),
      elevationDegrees: ports.value(at: places.index(.dialogElevation)))
    spreadDegrees = ports.value(at: places.index(.dialogSpread))
    dialogGain = Self.gain(ports.value(at: places.index(.dialogLevel)), offBelow: -60)
    ambienceGain = Self.gain(ports.value(at: places.index(.ambienceLevel)), offBelow: -60)
    room = ports.value(at: places.index(.room))
    if places.layout.hasCentre {
      divergence = ports.value(at: places.index(.dialogDivergence))
      lfeGain = Self.gain(ports.value(at: places.index(.lfeLevel)), offBelow: -40)
    }
    guard ports.value(at: places.index(.headTracking)) >= 0.5 else { return }
    head = Rotation(
      yawDegrees: Self.angle(ports, places, .headYaw, .invertYaw),
      pitchDegrees: Self.angle(ports, places, .headPitch, .invertPitch),
      rollDegrees: Self.angle(ports, places, .headRoll, .invertRoll))
  }

  @_noLocks private static func angle(
    _ ports: borrowing Ports, _ places: SpeakerMixerPorts, _ angle: SpeakerMixerPorts.Control,
    _ invert: SpeakerMixerPorts.Control
  ) -> Float {
    let degrees = ports.value(at: places.index(angle))
    return ports.value(at: places.index(invert)) >= 0.5 ? -degrees : degrees
  }

  /// 0 at the lowest level.
  @_noLocks private static func gain(_ decibels: Float, offBelow lowest: Float) -> Float {
    decibels <= lowest ? 0 : Decibels.gain(decibels)
  }
}
