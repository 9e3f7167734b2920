import Signal

/// What one plugin without latency makes of the sound; all encoders are of that kind.
final class PluginStage: SoundStage {
  private static let most = 1024
  private let plugin: HostedPlugin
  private let inputs: [Int]
  private let output: ChannelBuffer
  private let next: any SoundStage

  init(_ plugin: HostedPlugin, next: any SoundStage) {
    self.plugin = plugin
    self.next = next
    inputs = plugin.audioInputs
    let outputs = plugin.audioOutputs
    output = ChannelBuffer(channels: outputs.count, capacity: Self.most)
    for (channel, port) in outputs.enumerated() { plugin.connect(port, to: output[channel]) }
  }

  func take(_ audio: borrowing ChannelBuffer, from start: Int, frames: Int) throws {
    var done = 0
    while done < frames {
      let count = min(Self.most, frames - done)
      for (channel, port) in inputs.enumerated() { plugin.connect(port, to: audio[channel] + start + done) }
      plugin.run(frames: count)
      try next.take(output, from: 0, frames: count)
      done += count
    }
  }

  func finish() throws { try next.finish() }
}
