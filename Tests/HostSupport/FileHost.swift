import CHostSupport
import CLV2

/// What a host needs beside audio and controls for a plugin with files: a worker, messages, a session.
public final class FileHost {
  public enum Worker: Sendable {
    case none
    /// Works at once, within `run`, as hosts do that do not play in real time.
    case immediate
    /// Works when `work` is called.
    case late

    fileprivate var kind: nf_worker_kind {
      switch self {
      case .none: NF_WORKER_NONE
      case .immediate: NF_WORKER_IMMEDIATE
      case .late: NF_WORKER_LATE
      }
    }
  }

  private let host: OpaquePointer
  public let log: HostLog

  public init(_ worker: Worker, log: HostLog = HostLog()) {
    self.log = log
    host = nf_file_host_make(log.log, worker.kind)
  }

  deinit { nf_file_host_destroy(host) }

  var features: UnsafePointer<UnsafePointer<LV2_Feature>?>? { nf_file_host_features(host) }

  /// How often the plugin has asked for its picture to be drawn.
  public var picturesAskedFor: Int { Int(nf_file_host_pictures_asked_for(host)) }

  func attach(_ plugin: HostedPlugin) {
    nf_file_host_attach(host, plugin.descriptor, plugin.handle)
    for (index, port) in plugin.spec.ports.enumerated() where port.isMessage {
      let buffer = port.isInput ? nf_file_host_input(host) : nf_file_host_output(host)
      plugin.descriptor.pointee.connect_port(plugin.handle, UInt32(index), buffer)
    }
  }

  public func beforeRun() { nf_file_host_before_run(host) }

  public func afterRun() { nf_file_host_after_run(host) }

  /// For the next run. `type`: URI of the value's type, atom:Path unless given.
  public func set(_ property: String, _ path: String, type: String? = nil) {
    nf_file_host_send_set(host, property, path, type)
  }

  public func get(_ property: String) { nf_file_host_send_get(host, property) }

  /// One MIDI message, for the next run.
  public func send(midi bytes: [UInt8]) { nf_file_host_send_midi(host, bytes, UInt32(bytes.count)) }

  /// Does what the late worker was asked for; returns the number of messages.
  @discardableResult public func work() -> Int { Int(nf_file_host_work(host)) }

  /// The path in the plugin's last message.
  public var told: String { String(cString: nf_file_host_told(host, nil)) }

  /// The same of one property.
  public func told(_ property: String) -> String { String(cString: nf_file_host_told(host, property)) }

  /// Paths below `folder` are kept relative to it. Returns LV2's status, 0 for success.
  @discardableResult public func save(folder: String = "/session/", withMap: Bool = true) -> Int {
    Int(nf_file_host_save(host, folder, withMap ? 1 : 0))
  }

  @discardableResult public func restore(folder: String = "/session/", withMap: Bool = true) -> Int {
    Int(nf_file_host_restore(host, folder, withMap ? 1 : 0))
  }

  public func stored(_ property: String) -> String? { nf_file_host_stored(host, property).map { String(cString: $0) } }

  /// `type`: as in `set`.
  public func store(_ property: String, _ path: String, type: String? = nil) {
    nf_file_host_store(host, property, path, type)
  }
}
