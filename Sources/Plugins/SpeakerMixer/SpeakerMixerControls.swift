import Ambisonics
import PluginModel
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
  var roomSize = RoomSize.medium
  var head = Rotation(yawDegrees: 0, pitchDegrees: 0, rollDegrees: 0)

  @_noLocks init() {}

  @_noLocks init(_ ports: borrowing Ports, _ places: SpeakerMixerPorts) {
    roomSize = RoomSize(controlValue: ports.value(at: places.index(.roomSize)))
    // Switched off: the plain decode of the defaults.
    guard ports.value(at: places.index(.enabled)) >= 0.5 else { return }
    source = Direction(
      azimuthDegrees: ports.value(at: places.index(.dialogAzimuth)),
      elevationDegrees: ports.value(at: places.index(.dialogElevation)))
    spreadDegrees = ports.value(at: places.index(.dialogSpread))
    dialogGain = MixPorts.gain(ports.value(at: places.index(.dialogLevel)))
    ambienceGain = MixPorts.gain(ports.value(at: places.index(.ambienceLevel)))
    room = ports.value(at: places.index(.room))
    if places.hasCentre {
      divergence = ports.value(at: places.index(.dialogDivergence))
      lfeGain = MixPorts.gain(ports.value(at: places.index(.lfeLevel)), offBelow: -40)
    }
    head = HeadPorts.rotation(ports, from: places.index(.headYaw))
  }
}
