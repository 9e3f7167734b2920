import Ambisonics
import PluginModel
import Signal

/// A mono source in a first-order field: direction, width and distance. Latency 0.
public struct EncodeMono: Processor, ~Copyable {
  public static var spec: PluginSpec {
    PluginSpec(
      uri: "urn:nearfar:encode-mono", name: "Nearfar Encode Mono", bundle: "nearfar-encode", type: .spatial,
      comment: "Puts a mono source into first-order Ambisonics (AmbiX): direction, width and distance gain.",
      ports: EncodeMonoPort.self)
  }

  private var encoder: PointEncoder
  private let source = ChannelBuffer(channels: 1, capacity: Ports.chunk)
  private let field = ChannelBuffer(channels: 4, capacity: Ports.chunk)

  public init(_ setting: borrowing BuildSetting) throws(BuildError) {
    encoder = PointEncoder(rampFrames: setting.frames(seconds: controlRampSeconds))
  }

  public mutating func reset() { encoder.reset() }

  @_noLocks public mutating func process(_ ports: borrowing Ports, frames: Int) {
    ports.set(EncodeMonoPort.latency, 0)
    if ports.isOn(EncodeMonoPort.enabled) {
      let direction = Direction(
        azimuthDegrees: ports.value(EncodeMonoPort.azimuth), elevationDegrees: ports.value(EncodeMonoPort.elevation))
      encoder.move(
        to: FirstOrderGains(direction, widthDegrees: ports.value(EncodeMonoPort.width)),
        level: 1 / ports.value(EncodeMonoPort.distance))
    } else {
      encoder.move(to: FirstOrderGains(w: 1, y: 0, z: 0, x: 0), level: 1)
    }
    var start = 0
    while start < frames {
      let count = min(Ports.chunk, frames - start)
      ports.read(EncodeMonoPort.input, from: start, frames: count, into: source)
      encoder.process(source[0], into: field, frames: count)
      ports.write(EncodeMonoPort.outW, from: start, frames: count, field)
      start += count
    }
  }
}
