import Ambisonics
import PluginModel
import Signal

/// Turns and mirrors a first-order field. Latency 0.
public struct Rotate: Processor, ~Copyable {
  public static var spec: PluginSpec {
    PluginSpec(
      uri: "urn:nearfar:rotate", name: "Nearfar Rotate", bundle: "nearfar-encode", type: .spatial,
      comment: "Turns first-order Ambisonics (AmbiX) by yaw, pitch and roll of the head, and mirrors it.",
      ports: RotatePort.self)
  }

  private var rotator: FieldRotator
  private let field = ChannelBuffer(channels: 4, capacity: Ports.chunk)

  public init(_ setting: borrowing BuildSetting) throws(BuildError) {
    rotator = FieldRotator(rampFrames: setting.frames(seconds: controlRampSeconds))
  }

  public mutating func reset() { rotator.reset() }

  @_noLocks public mutating func process(_ ports: borrowing Ports, frames: Int) {
    ports.set(RotatePort.latency, 0)
    rotator.turn(to: ports.isOn(RotatePort.enabled) ? rotation(ports) : Rotation())
    var start = 0
    while start < frames {
      let count = min(Ports.chunk, frames - start)
      ports.read(RotatePort.inW, from: start, frames: count, into: field)
      rotator.process(field, frames: count)
      ports.write(RotatePort.outW, from: start, frames: count, field)
      start += count
    }
  }

  @_noLocks private func rotation(_ ports: borrowing Ports) -> Rotation {
    let head = Rotation(
      yawDegrees: ports.value(RotatePort.yaw), pitchDegrees: ports.value(RotatePort.pitch),
      rollDegrees: ports.value(RotatePort.roll))
    switch Int(ports.value(RotatePort.mirror)) {
    case 1: return head.mirrored(y: -1)
    case 2: return head.mirrored(x: -1)
    case 3: return head.mirrored(z: -1)
    default: return head
    }
  }
}
