import Ambisonics
import PluginModel

/// What the controls of one block mean. Audio.
struct MixerStereoControls {
  enum Output { case headphones, builtInSpeakers, externalSpeakers }

  var output: Output
  var source: Direction
  var spreadDegrees: Float
  var dialogGain: Float
  var ambienceGain: Float
  var room: Float
  var head: Rotation
  var sharp: Float

  @_noLocks init(_ ports: borrowing Ports) {
    // Switched off: the plain decode that the comment of `enabled` promises.
    guard ports.isOn(MixerStereoPort.enabled) else {
      output = .externalSpeakers
      source = Direction(x: 1, y: 0, z: 0)
      spreadDegrees = 0
      dialogGain = 1
      ambienceGain = 1
      room = 0
      head = Rotation(yawDegrees: 0, pitchDegrees: 0, rollDegrees: 0)
      sharp = 0
      return
    }
    switch ports.value(MixerStereoPort.outputType) {
    case ..<1.5: output = .headphones
    case ..<2.5: output = .builtInSpeakers
    default: output = .externalSpeakers
    }
    source = Direction(
      azimuthDegrees: ports.value(MixerStereoPort.dialogAzimuth),
      elevationDegrees: ports.value(MixerStereoPort.dialogElevation))
    spreadDegrees = ports.value(MixerStereoPort.dialogSpread)
    dialogGain = MixPorts.gain(ports.value(MixerStereoPort.dialogLevel))
    ambienceGain = MixPorts.gain(ports.value(MixerStereoPort.ambienceLevel))
    room = ports.value(MixerStereoPort.room)
    head = HeadPorts.rotation(ports, from: MixerStereoPort.headYaw.rawValue)
    sharp = ports.value(MixerStereoPort.sharp)
  }
}
