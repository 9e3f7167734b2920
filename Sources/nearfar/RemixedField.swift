import Ambisonics
import Signal
import Spatial

/// A remix as a first-order field: the place, and the voices as waves from where the mixer's controls put them, at their levels and
/// in their room. It is what the mixer hears of it before the head and the loudspeakers, whose controls do nothing here.
final class RemixedField {
  private let mixer: HostedPlugin
  private let ports: Ports
  private let dialog = ChannelBuffer(channels: 1, capacity: Rendering.most)
  private let gains = FloatBuffer(count: Rendering.most)
  private var room: RoomReverberation
  private var ambienceGain, dialogGain: Ramp
  /// W Y Z X of the voices.
  private var places: [Ramp]

  /// Where the controls are among the mixer's ports.
  private struct Ports {
    let enabled, azimuth, elevation, spread, dialogLevel, ambienceLevel, room, roomSize: Int

    init(_ mixer: HostedPlugin) {
      func port(_ symbol: String) -> Int {
        guard let index = mixer.control(symbol) else { preconditionFailure("no mixer is without \(symbol)") }
        return index
      }
      enabled = port("enabled")
      azimuth = port("dialog_azimuth")
      elevation = port("dialog_elevation")
      spread = port("dialog_spread")
      dialogLevel = port("dialog_level")
      ambienceLevel = port("ambience_level")
      room = port("room")
      roomSize = port("room_size")
    }
  }

  init(_ mixer: HostedPlugin, sampleRate: Double) {
    self.mixer = mixer
    ports = Ports(mixer)
    // As the mixers move theirs.
    let ramp = Ramp(lengthFrames: Int(0.02 * sampleRate))
    (ambienceGain, dialogGain, places) = (ramp, ramp, [ramp, ramp, ramp, ramp])
    room = RoomReverberation(sampleRate: sampleRate, rampFrames: Int(0.02 * sampleRate), capacity: Rendering.most)
  }

  /// Place and voices (5 channels) into four channels of `output`, from `first` on.
  func process(_ parts: borrowing ChannelBuffer, into output: borrowing ChannelBuffer, from first: Int, frames: Int) {
    setTargets()
    let field = ChannelBuffer(channels: 4, capacity: frames)
    ambienceGain.render(into: gains.pointer, frames: frames)
    for channel in 0..<4 {
      VectorMath.multiply(parts[channel], gains.pointer, into: field[channel], count: frames)
    }
    dialogGain.render(into: gains.pointer, frames: frames)
    VectorMath.multiply(parts[4], gains.pointer, into: dialog[0], count: frames)
    room.process(dialog, addingTo: field, frames: frames)
    for channel in 0..<4 {
      places[channel].render(into: gains.pointer, frames: frames)
      let (target, place) = (output[first + channel], field[channel])
      for frame in 0..<frames { target[frame] = place[frame] + gains[frame] * dialog[0][frame] }
    }
  }

  private func setTargets() {
    let isOn = mixer.value(ports.enabled) > 0.5
    func value(_ port: Int) -> Float { isOn ? mixer.value(port) : 0 }
    ambienceGain.setTarget(Self.gain(value(ports.ambienceLevel)))
    dialogGain.setTarget(Self.gain(value(ports.dialogLevel)))
    room.setSize(RoomSize(controlValue: mixer.value(ports.roomSize)))
    room.setAmount(value(ports.room))
    let direction = Direction(
      azimuthDegrees: value(ports.azimuth), elevationDegrees: value(ports.elevation))
    let degrees = value(ports.spread)
    // A share of the voices fills a part of the sphere, as in the mixers; the rest comes from one direction.
    let (wide, narrow) = (FirstOrderGains(direction, widthDegrees: degrees), FirstOrderGains(direction))
    let share = degrees / 360
    func mixed(_ gain: KeyPath<FirstOrderGains, Float>) -> Float {
      (1 - share) * narrow[keyPath: gain] + share * wide[keyPath: gain]
    }
    for (channel, gain) in [mixed(\.w), mixed(\.y), mixed(\.z), mixed(\.x)].enumerated() {
      places[channel].setTarget(gain)
    }
  }

  /// Off at the lowest level of the mixers' controls, in dB.
  private static func gain(_ level: Float) -> Float {
    level <= -60 ? 0 : Float(Decibels.amplitude(Double(level)))
  }
}
