import Ambisonics
import Spatial

/// What the controls of one block mean. Audio.
struct BedControls {
  /// 0: the plain downmix, which is what a bed that is switched off gives.
  var blend: Float = 0
  var head = Rotation(yawDegrees: 0, pitchDegrees: 0, rollDegrees: 0)
  var room: Float = 0
  var roomSize = RoomSize.medium
  var speakerDegrees: Float = 30
  var upmix: Float = 0
  var lfeGain: Float = 0

  @_noLocks init(_ ports: borrowing Ports, _ places: BedPorts) {
    if ports.value(at: places.index(.enabled)) >= 0.5 { blend = ports.value(at: places.index(.blend)) }
    head = HeadPorts.rotation(ports, from: places.index(.headYaw))
    // Without the loudspeakers it can come to rest.
    room = blend > 0 ? ports.value(at: places.index(.room)) : 0
    roomSize = RoomSize(controlValue: ports.value(at: places.index(.roomSize)))
    if places.layout == .stereo {
      speakerDegrees = ports.value(at: places.index(.speakerAngle))
      upmix = ports.value(at: places.index(.upmix))
    } else {
      lfeGain = MixPorts.gain(ports.value(at: places.index(.lfeLevel)), offBelow: -40)
    }
  }
}
