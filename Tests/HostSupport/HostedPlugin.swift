import CLV2
import PluginModel

/// One instance of a plugin in a small LV2 host, driven through its descriptor alone.
///
/// Control values live here, one per port, and are connected from the start; audio ports are connected by `render`.
public final class HostedPlugin {
  public let spec: PluginSpec
  public let descriptor: UnsafePointer<LV2_Descriptor>
  public let handle: LV2_Handle
  private let log: HostLog?
  private let files: FileHost?
  private let values: UnsafeMutablePointer<Float>

  /// Nil where the plugin refuses. `log` nil: NULL instead of features. `files`: the worker and messages of that host, and
  /// its log.
  public convenience init?(
    _ library: PluginLibrary, _ spec: PluginSpec, sampleRate: Double = 48_000, log: HostLog? = HostLog(),
    files: FileHost? = nil
  ) {
    guard let descriptor = library.descriptor("\(spec.uri)") else { return nil }
    self.init(descriptor, spec, sampleRate: sampleRate, folder: library.folder, log: log, files: files)
  }

  /// The same for a descriptor that no library offers. `folder`: of the bundle.
  public init?(
    _ descriptor: UnsafePointer<LV2_Descriptor>, _ spec: PluginSpec, sampleRate: Double = 48_000, folder: String,
    log: HostLog? = HostLog(), files: FileHost? = nil
  ) {
    guard
      let handle = descriptor.pointee.instantiate(descriptor, sampleRate, folder, files?.features ?? log?.features)
    else { return nil }
    self.spec = spec
    self.descriptor = descriptor
    self.handle = handle
    self.log = log
    self.files = files
    values = .allocate(capacity: spec.ports.count)
    for (index, port) in spec.ports.enumerated() {
      values[index] = port.range?.initial ?? 0
      connect(index, to: port.range == nil ? nil : values + index)
    }
    files?.attach(self)
  }

  deinit {
    descriptor.pointee.cleanup(handle)
    values.deallocate()
  }

  public func connect(_ index: Int, to data: UnsafeMutablePointer<Float>?) {
    descriptor.pointee.connect_port(handle, UInt32(index), data)
  }

  public func activate() { descriptor.pointee.activate?(handle) }

  public func deactivate() { descriptor.pointee.deactivate?(handle) }

  public func run(_ frames: Int) {
    files?.beforeRun()
    descriptor.pointee.run(handle, UInt32(frames))
    files?.afterRun()
  }

  /// The value at a control or meter.
  public subscript(_ symbol: String) -> Float {
    get { values[index(symbol)] }
    set { values[index(symbol)] = newValue }
  }

  public func set(_ controls: [String: Float]) { for (symbol, value) in controls { self[symbol] = value } }

  public func index(_ symbol: String) -> Int {
    guard let index = spec.ports.firstIndex(where: { "\($0.symbol)" == symbol }) else {
      fatalError("\(spec.uri) has no port \(symbol)")
    }
    return index
  }

  public func has(_ symbol: String) -> Bool { spec.ports.contains { "\($0.symbol)" == symbol } }
}

extension PluginSpec {
  public var audioInputs: [Int] { ports.indices.filter { ports[$0].isAudio && ports[$0].isInput } }
  public var audioOutputs: [Int] { ports.indices.filter { ports[$0].isAudio && !ports[$0].isInput } }
  /// What the host may set.
  public var controls: [PortSpec] { ports.filter { $0.range != nil && $0.isInput } }
  public var meters: [PortSpec] { ports.filter { $0.range != nil && !$0.isInput } }
}
