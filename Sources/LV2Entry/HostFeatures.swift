import CLV2
import CPlatform
import Plugins

/// What the host offers at instantiation; everything is optional, each feature's data may be missing.
struct HostFeatures {
  private var log: UnsafePointer<LV2_Log_Log>?
  private var map: UnsafePointer<LV2_URID_Map>?

  init(_ features: UnsafePointer<UnsafePointer<LV2_Feature>?>?) {
    guard var next = features else { return }
    while let feature = next.pointee {
      if let uri = feature.pointee.URI, let data = feature.pointee.data {
        if strcmp(uri, nf_lv2_log_uri()) == 0 {
          log = UnsafePointer(data.assumingMemoryBound(to: LV2_Log_Log.self))
        } else if strcmp(uri, nf_lv2_map_uri()) == 0 {
          map = UnsafePointer(data.assumingMemoryBound(to: LV2_URID_Map.self))
        }
      }
      next += 1
    }
  }

  /// Tells the user through the host's log, or on standard error where the host has none.
  func tell(_ level: LogLevel, _ plugin: String, _ text: String) {
    let line = plugin + ": " + text + "\n"
    line.withCString { line in
      if let log = log, let map = map, log.pointee.printf != nil {
        let type =
          switch level {
          case .note: nf_lv2_note_uri()
          case .warning: nf_lv2_warning_uri()
          case .error: nf_lv2_error_uri()
          }
        let urid = map.pointee.map(map.pointee.handle, type)
        nf_lv2_log(log, urid, line)
      } else {
        nf_print_error(line)
      }
    }
  }
}
