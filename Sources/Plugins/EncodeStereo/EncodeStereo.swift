import Ambisonics
import PluginModel
import Signal

/// A stereo pair in a first-order field: two sources, their angle, and where the pair stands. Latency 0.
public struct EncodeStereo: Processor, ~Copyable {
  public static var spec: PluginSpec {
    PluginSpec(
      uri: "urn:nearfar:encode-stereo", name: "Nearfar Encode Stereo", bundle: "nearfar-encode", type: .spatial,
      comment:
        "Puts a stereo pair into first-order Ambisonics (AmbiX): the angle between its channels, their width, and where the pair stands.",
      ports: EncodeStereoPort.self)
  }

  private let encoder: FieldEncoder
  private let pair = ChannelBuffer(channels: 2, capacity: Ports.chunk)
  private let field = ChannelBuffer(channels: 4, capacity: Ports.chunk)

  public init(_ setting: borrowing BuildSetting) throws(BuildError) {
    encoder = FieldEncoder(sources: 2, rampFrames: setting.frames(seconds: controlRampSeconds))
  }

  public mutating func reset() { encoder.reset() }

  @_noLocks public mutating func process(_ ports: borrowing Ports, frames: Int) {
    ports.set(EncodeStereoPort.latency, 0)
    setTargets(ports)
    var start = 0
    while start < frames {
      let count = min(Ports.chunk, frames - start)
      ports.read(EncodeStereoPort.inLeft, from: start, frames: count, into: pair)
      encoder.process(pair, into: field, frames: count)
      ports.write(EncodeStereoPort.outW, from: start, frames: count, field)
      start += count
    }
  }

  @_noLocks private func setTargets(_ ports: borrowing Ports) {
    guard ports.isOn(EncodeStereoPort.enabled) else {
      for channel in 0..<2 { encoder.move(channel, to: FirstOrderGains(w: 1, y: 0, z: 0, x: 0)) }
      return
    }
    // As a head would stand that looks at the middle of the pair: its own directions, in the room.
    let stand = Quaternion(
      yawDegrees: ports.value(EncodeStereoPort.rotation), pitchDegrees: ports.value(EncodeStereoPort.elevation),
      rollDegrees: ports.value(EncodeStereoPort.roll))
    let toRoom = Rotation(stand.conjugate)
    for channel in 0..<2 {
      let half = ports.value(EncodeStereoPort.angle) / 2
      let own = Direction(azimuthDegrees: channel == 0 ? half : -half, elevationDegrees: 0)
      encoder.move(
        channel,
        to: FirstOrderGains(toRoom.apply(to: own), widthDegrees: ports.value(EncodeStereoPort.width)))
    }
  }
}
