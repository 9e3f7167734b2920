import PluginModel
import Plugins
import Remix
import Signal

/// The plugins that make a layout of a first-order recording, one behind the other: remix, and most often a mixer. Everything is
/// heard as much later than it comes in as `latencyFrames` says.
final class Rendering {
  enum Kind {
    case remixed
    /// Behind the layout's channels four more: W Y Z X of the remix.
    case remixedWithField
    /// The recording as it is, through the mixer alone.
    case plain
  }

  /// The most frames of one `process`.
  static let most = 1024

  let layout: Layout
  /// Every channel of every file.
  let output: ChannelBuffer
  /// Remix first, where there is one.
  let plugins: [HostedPlugin]
  private(set) var latencyFrames = 0
  /// Place and voices between remix and mixer; what one remix puts out where there is no mixer.
  private let parts: ChannelBuffer
  /// What no one hears: a stem's other half.
  private let unheard: ChannelBuffer
  private let field: RemixedField?

  /// Kinds other than `remixed` are for layouts with a mixer.
  init(_ layout: Layout, _ setting: borrowing BuildSetting, _ kind: Kind = .remixed) throws {
    self.layout = layout
    output = ChannelBuffer(channels: layout.channels + (kind == .remixedWithField ? 4 : 0), capacity: Self.most)
    parts = ChannelBuffer(channels: 5, capacity: Self.most)
    unheard = ChannelBuffer(channels: 4, capacity: Self.most)
    var plugins: [HostedPlugin] = []
    for _ in 0..<(kind == .plain ? 0 : layout == .stems ? 2 : 1) {
      plugins.append(try HostedLearner(RemixPlugin.self, setting))
    }
    let mixer = try layout.mixer(setting)
    if let mixer { plugins.append(mixer) }
    self.plugins = plugins
    field = kind == .remixedWithField ? mixer.map { RemixedField($0, sampleRate: setting.sampleRate) } : nil
    if kind == .plain {
      connect(plugins[0].audioInputs, of: plugins[0]) { self.parts[$0] }
      connect(plugins[0].audioOutputs, of: plugins[0]) { self.output[$0] }
    } else {
      connect()
    }
  }

  /// The outputs, which stay where they are.
  private func connect() {
    let mixer = layout.mixerSpec == nil ? nil : plugins.last
    switch layout {
    case .stems:
      connect(plugins[0].audioOutputs, of: plugins[0]) { $0 < 4 ? self.output[$0] : self.unheard[0] }
      connect(plugins[1].audioOutputs, of: plugins[1]) { $0 < 4 ? self.unheard[$0] : self.output[4] }
    case .foaAndDialog: connect(plugins[0].audioOutputs, of: plugins[0]) { self.output[$0] }
    default: connect(plugins[0].audioOutputs, of: plugins[0]) { self.parts[$0] }
    }
    if let mixer {
      connect(mixer.audioInputs, of: mixer) { self.parts[$0] }
      connect(mixer.audioOutputs, of: mixer) { self.output[$0] }
    }
  }

  private func connect(_ ports: [Int], of plugin: HostedPlugin, to audio: (Int) -> UnsafeMutablePointer<Float>) {
    for (channel, port) in ports.enumerated() { plugin.connect(port, to: audio(channel)) }
  }

  /// Once all controls and files are set: takes the controls, and learns the latency.
  func begin() {
    for plugin in plugins { plugin.run(frames: 0) }
    // Stems have two remixes beside each other.
    let inSeries = layout == .stems ? plugins.prefix(1) : plugins[...]
    latencyFrames = inSeries.reduce(0) { $0 + Int($1.meter("latency")) }
  }

  /// 4 channels of `input` from `start` on, at most `most` frames, into `output`.
  func process(_ input: borrowing ChannelBuffer, from start: Int, frames: Int) {
    for plugin in layout == .stems ? plugins[...] : plugins.prefix(1) {
      for (channel, port) in plugin.audioInputs.prefix(4).enumerated() {
        plugin.connect(port, to: input[channel] + start)
      }
    }
    for plugin in plugins { plugin.run(frames: frames) }
    field?.process(parts, into: output, from: layout.channels, frames: frames)
    guard layout == .mono else { return }
    for frame in 0..<frames { output[0][frame] = parts[0][frame] + parts[4][frame] }
  }
}
