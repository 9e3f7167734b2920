import Ambisonics
import Remix
import Signal
import Spatial

/// What the controls of one block mean to the remix and to the mixer behind it. The two levels are the mixer's. Audio.
struct AudiomixControls {
  private let places: AudiomixPorts
  private let isEnabled: Bool
  var remix = RemixControls()

  @_noLocks init(_ ports: borrowing Ports, _ places: AudiomixPorts) {
    self.places = places
    isEnabled = ports.value(at: places.index(.enabled)) >= 0.5
    remix.isEnabled = isEnabled
    remix.style = Style(controlValue: ports.value(at: places.index(.style)))
    remix.amount = ports.value(at: places.index(.amount))
    remix.frameAzimuthDegrees = ports.value(at: places.index(.frameAzimuth))
    remix.frameWidthDegrees = ports.value(at: places.index(.frameWidth))
    remix.windReduction = ports.value(at: places.index(.windReduction))
  }

  @_noLocks func stereo(_ ports: borrowing Ports, head: Rotation) -> MixerStereoControls {
    var controls = MixerStereoControls()
    controls.roomSize = RoomSize(controlValue: ports.value(at: places.index(.roomSize)))
    guard isEnabled else { return controls }
    controls.output = MixerStereoControls.Output(controlValue: ports.value(at: places.index(.outputType)))
    controls.source = source(ports)
    controls.spreadDegrees = ports.value(at: places.index(.dialogSpread))
    controls.dialogGain = MixPorts.gain(ports.value(at: places.index(.dialogLevel)))
    controls.ambienceGain = MixPorts.gain(ports.value(at: places.index(.ambienceLevel)))
    controls.room = ports.value(at: places.index(.room))
    controls.head = head
    controls.sharp = ports.value(at: places.index(.sharp))
    return controls
  }

  @_noLocks func speakers(_ ports: borrowing Ports) -> SpeakerMixerControls {
    var controls = SpeakerMixerControls()
    controls.roomSize = RoomSize(controlValue: ports.value(at: places.index(.roomSize)))
    guard isEnabled else { return controls }
    controls.source = source(ports)
    controls.spreadDegrees = ports.value(at: places.index(.dialogSpread))
    controls.divergence = ports.value(at: places.index(.dialogDivergence))
    controls.dialogGain = MixPorts.gain(ports.value(at: places.index(.dialogLevel)))
    controls.ambienceGain = MixPorts.gain(ports.value(at: places.index(.ambienceLevel)))
    controls.lfeGain = MixPorts.gain(ports.value(at: places.index(.lfeLevel)), offBelow: -40)
    controls.room = ports.value(at: places.index(.room))
    controls.head = HeadPorts.rotation(ports, from: places.index(.headYaw))
    return controls
  }

  @_noLocks private func source(_ ports: borrowing Ports) -> Direction {
    Direction(
      azimuthDegrees: ports.value(at: places.index(.dialogAzimuth)),
      elevationDegrees: ports.value(at: places.index(.dialogElevation)))
  }
}
