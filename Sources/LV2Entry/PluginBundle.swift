import CLV2
import CPlatform
import PluginModel
import Plugins

/// One plugin of a bundle: how an instance is built, and its `run`.
public struct PluginEntry {
  let uri: StaticString
  let make: (borrowing BuildSetting, HostFeatures) -> LV2_Handle?
  let interfaces: @convention(c) (UnsafePointer<CChar>?) -> UnsafeRawPointer?
  let run: @convention(c) (LV2_Handle?, UInt32) -> Void

  /// `run` is a C function because the real-time proof needs a concrete one; it calls `Instance.run` with the same type.
  public init<P: Processor & ~Copyable>(
    _ type: P.Type, run: @escaping @convention(c) (LV2_Handle?, UInt32) -> Void
  ) {
    uri = P.spec.uri
    make = { Instance.make(P.self, $0, $1) }
    interfaces = { _ in nil }
    self.run = run
  }

  /// The same for a plugin with files that the user may choose.
  public init<P: FilePlayer & ~Copyable>(
    _ type: P.Type, run: @escaping @convention(c) (LV2_Handle?, UInt32) -> Void
  ) {
    uri = P.spec.uri
    make = { Instance.make(playing: P.self, $0, $1) }
    interfaces = { FileInterfaces.data($0) }
    self.run = run
  }

  /// The same for one that learns the content of a file.
  public init<P: Learner & ~Copyable>(
    _ type: P.Type, run: @escaping @convention(c) (LV2_Handle?, UInt32) -> Void
  ) {
    uri = P.spec.uri
    make = { Instance.make(learning: P.self, $0, $1) }
    interfaces = { FileInterfaces.data($0) }
    self.run = run
  }

  /// The same for one that draws pictures of itself, too.
  public init<P: Learner & DisplayedProcessor & ~Copyable>(
    displaying type: P.Type, run: @escaping @convention(c) (LV2_Handle?, UInt32) -> Void
  ) {
    uri = P.spec.uri
    make = { Instance.make(learning: P.self, $0, $1, drawing: InlineDisplay.Drawing(P.self)) }
    interfaces = { InlineDisplay.interface($0) ?? FileInterfaces.data($0) }
    self.run = run
  }
}

/// The descriptors of one shared object; made once, kept while it is loaded.
public struct PluginBundle: @unchecked Sendable {
  /// What a descriptor pointer points to: the callbacks get nothing else.
  struct Plugin {
    var descriptor: LV2_Descriptor
    let entry: PluginEntry
  }

  private let plugins: UnsafeMutablePointer<Plugin>
  private let count: Int

  public init(_ entries: [PluginEntry]) {
    count = entries.count
    plugins = .allocate(capacity: entries.count)
    for (index, entry) in entries.enumerated() {
      let descriptor = LV2_Descriptor(
        URI: UnsafeRawPointer(entry.uri.utf8Start).assumingMemoryBound(to: CChar.self),
        instantiate: { PluginBundle.instantiate($0, $1, $2, $3) },
        connect_port: { Instance.connect($0, $1, $2) },
        activate: { Instance.activate($0) },
        run: entry.run,
        deactivate: nil,
        cleanup: { Instance.destroy($0) },
        extension_data: entry.interfaces)
      (plugins + index).initialize(to: Plugin(descriptor: descriptor, entry: entry))
    }
  }

  /// The descriptor at `index`; nil past the last one, and always where this processor lacks instructions that the code
  /// was compiled for, after saying so.
  public func descriptor(at index: UInt32) -> UnsafePointer<LV2_Descriptor>? {
    guard index < count else { return nil }
    if let missing = nf_missing_instruction_set() {
      if index == 0 {
        let text = "Nearfar: built for a processor with \(String(cString: missing)), which this one lacks; "
        nf_print_error(text + "build it again here, or with ARCH=x86-64-v2\n")
      }
      return nil
    }
    return UnsafeRawPointer(plugins + Int(index)).assumingMemoryBound(to: LV2_Descriptor.self)
  }

  private static func instantiate(
    _ descriptor: UnsafePointer<LV2_Descriptor>?, _ sampleRate: Double, _ bundlePath: UnsafePointer<CChar>?,
    _ features: UnsafePointer<UnsafePointer<LV2_Feature>?>?
  ) -> LV2_Handle? {
    guard let descriptor = descriptor else { return nil }
    let entry = UnsafeRawPointer(descriptor).assumingMemoryBound(to: Plugin.self).pointee.entry
    let host = HostFeatures(features)
    let uri = String(cString: descriptor.pointee.URI)
    guard sampleRate.isFinite && sampleRate >= 8_000 && sampleRate <= 768_000 else {
      host.tell(.error, uri, "cannot run at the sample rate that the host gave; 8 to 768 kHz are possible")
      return nil
    }
    let setting = BuildSetting(
      sampleRate: sampleRate, bundlePath: bundlePath.map(folder), hasWorker: host.worker != nil,
      log: { host.tell($0, uri, $1) })
    return entry.make(setting, host)
  }

  /// With a slash at its end, which some hosts leave out.
  private static func folder(_ path: UnsafePointer<CChar>) -> String {
    let folder = String(cString: path)
    return folder.utf8.last == UInt8(ascii: "/") ? folder : folder + "/"
  }
}
