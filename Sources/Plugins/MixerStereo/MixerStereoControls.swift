import Ambisonics
import PluginModel
import Spatial

/// What the controls of one block mean. Audio.
struct MixerStereoControls {
  enum Output {
    case headphones, builtInSpeakers, externalSpeakers

    @_noLocks init(controlValue: Float) {
      switch controlValue {
      case ..<1.5: self = .headphones
      case ..<2.5: self = .builtInSpeakers
      default: self = .externalSpeakers
      }
    }
  }

  // Switched off: the plain decode that the comment of `enabled` promises.
  var output = Output.externalSpeakers
  var source = Direction(x: 1, y: 0, z: 0)
  var spreadDegrees: Float = 0
  var dialogGain: Float = 1
  var ambienceGain: Float = 1
  var room: Float = 0
  var roomSize = RoomSize.medium
  var head = Rotation()
  var sharp: Float = 0

  @_noLocks init() {}

  /// `head`: how it stands.
  @_noLocks init(_ ports: borrowing Ports, head: Rotation) {
    roomSize = RoomSize(controlValue: ports.value(MixerStereoPort.roomSize))
    guard ports.isOn(MixerStereoPort.enabled) else { return }
    output = Output(controlValue: ports.value(MixerStereoPort.outputType))
    source = Direction(
      azimuthDegrees: ports.value(MixerStereoPort.dialogAzimuth),
      elevationDegrees: ports.value(MixerStereoPort.dialogElevation))
    spreadDegrees = ports.value(MixerStereoPort.dialogSpread)
    dialogGain = MixPorts.gain(ports.value(MixerStereoPort.dialogLevel))
    ambienceGain = MixPorts.gain(ports.value(MixerStereoPort.ambienceLevel))
    room = ports.value(MixerStereoPort.room)
    self.head = head
    sharp = ports.value(MixerStereoPort.sharp)
  }
}
