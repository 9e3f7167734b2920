import CPlatform
import PluginModel
import Plugins

/// One plugin in this program: its processor, its ports as they are declared, and values for its controls. What is heard is the
/// plugin's sound to the bit.
class HostedPlugin {
  let spec: PluginSpec
  fileprivate let ports: Ports
  private let values: UnsafeMutablePointer<Float>

  fileprivate init(_ spec: PluginSpec) {
    self.spec = spec
    ports = Ports(spec.ports)
    values = .allocate(capacity: spec.ports.count)
    for (index, port) in spec.ports.enumerated() {
      values[index] = port.range?.initial ?? 0
      if port.range != nil { ports.connect(index, to: values + index) }
    }
  }

  deinit { values.deallocate() }

  /// Where the audio of a port is; `index` is the port's.
  func connect(_ index: Int, to audio: UnsafeMutablePointer<Float>) { ports.connect(index, to: audio) }

  func run(frames: Int) { fatalError("a subclass runs") }

  /// Uses the file at `path` for a property of the spec, from the first frame on.
  func choose(_ property: String, _ path: String, _ setting: borrowing BuildSetting) throws {}

  /// Uses the text of a file that the plugin could learn, from the first frame on.
  func follow(_ text: String, _ setting: borrowing BuildSetting) throws {}

  // MARK: Ports by name

  var audioInputs: [Int] { spec.ports.indices.filter { spec.ports[$0].isAudio && spec.ports[$0].isInput } }
  var audioOutputs: [Int] { spec.ports.indices.filter { spec.ports[$0].isAudio && !spec.ports[$0].isInput } }

  /// The port of a control that can be set; nil where there is none of that name.
  func control(_ symbol: String) -> Int? {
    spec.ports.indices.first { index in
      let port = spec.ports[index]
      return port.range != nil && port.isInput && "\(port.symbol)" == symbol
    }
  }

  func set(_ index: Int, _ value: Float) { values[index] = value }

  /// Of a control, as it was set last.
  func value(_ index: Int) -> Float { values[index] }

  /// What the plugin last reported at an output.
  func meter(_ symbol: String) -> Float {
    guard let index = spec.ports.firstIndex(where: { "\($0.symbol)" == symbol }) else { return 0 }
    return values[index]
  }

  func takes(_ property: String) -> Bool { spec.files.contains { "\($0.uri)" == property } }
}

/// The same with the processor's type.
class HostedProcessor<P: Processor & ~Copyable>: HostedPlugin {
  fileprivate var processor: P

  init(_ type: P.Type, _ setting: borrowing BuildSetting) throws(BuildError) {
    processor = try P(setting)
    super.init(P.spec)
  }

  override func run(frames: Int) {
    let mode = nf_rt_flush_denormals()
    processor.process(ports, frames: frames)
    nf_rt_restore_denormals(mode)
  }
}

/// A plugin with files: they are exchanged before the first frame, when nothing has to be faded.
class HostedFilePlayer<P: FilePlayer & ~Copyable>: HostedProcessor<P> {
  override func choose(_ property: String, _ path: String, _ setting: borrowing BuildSetting) throws {
    guard let file = spec.files.firstIndex(where: { "\($0.uri)" == property }) else { return }
    play(try P.load(path, of: file, setting), of: file)
  }

  fileprivate func play(_ content: UnsafeMutableRawPointer, of file: Int) {
    processor.play(content, of: file)
    if let old = processor.takeOld(of: file) { P.unload(old, of: file) }
  }
}

/// One that can learn a file's content: it takes its text as well.
final class HostedLearner<P: Learner & ~Copyable>: HostedFilePlayer<P> {
  override func follow(_ text: String, _ setting: borrowing BuildSetting) throws {
    guard let learned = spec.learned else { return }
    play(try P.load(text: text, setting), of: learned.file)
  }
}
