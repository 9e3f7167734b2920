import Ambisonics
import Spatial

/// What the controls of one block mean. Audio.
struct BedControls {
  /// 0: the plain downmix, which is what a bed that is switched off gives.
  var blend: Float = 0
  var head: Rotation
  var room: Float = 0
  var roomSize = RoomSize.medium
  var speakerDegrees: Float = 30
  var upmix: Float = 0
  var lfeGain: Float = 0

  /// `head`: how it stands.
  @_noLocks init(_ ports: borrowing Ports, _ places: BedPorts, head: Rotation) {
    self.head = head
    if ports.value(at: places.index(.enabled)) >= 0.5 { blend = ports.value(at: places.index(.blend)) }
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
