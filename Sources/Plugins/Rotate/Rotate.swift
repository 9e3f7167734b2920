import PluginModel
import Signal

public struct Rotate: Processor, ~Copyable {
  public static var spec: PluginSpec {
    PluginSpec(uri: "urn:nearfar:rotate", name: "Nearfar Rotate", bundle: "nearfar-encode", type: .spatial, comment: "c", ports: RotatePort.self)
  }
  private let field: ChannelBuffer
  public init(_ setting: borrowing BuildSetting) throws(BuildError) { field = ChannelBuffer(channels: 4, capacity: Ports.chunk) }
  public mutating func reset() {}
  @_noLocks public mutating func process(_ ports: borrowing Ports, frames: Int) {
    ports.set(RotatePort.latency, 0)
    var start = 0
    while start < frames {
      let count = min(Ports.chunk, frames - start)
      ports.read(RotatePort.inW, from: start, frames: count, into: field)
      let g = ports.value(RotatePort.yaw)
      field[1][0] = g
      ports.write(RotatePort.outW, from: start, frames: count, field)
      start += count
    }
  }
}
