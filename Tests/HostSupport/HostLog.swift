import CHostSupport
import CLV2

/// The log of a host, kept for reading, and the features that offer it to a plugin.
public final class HostLog {
  let log = nf_host_log_make()!

  public init() {}

  deinit { nf_host_log_destroy(log) }

  public var text: String { String(cString: nf_host_log_text(log)) }

  var features: UnsafePointer<UnsafePointer<LV2_Feature>?>? { nf_host_log_features(log) }
}
