import CLV2
import CPlatform
import Plugins

/// What the host offers at instantiation, or to one call; everything is optional, each feature's data may be missing.
struct HostFeatures {
  private var log: UnsafePointer<LV2_Log_Log>?
  private(set) var map: UnsafePointer<LV2_URID_Map>?
  private(set) var worker: UnsafePointer<LV2_Worker_Schedule>?
  private(set) var displayQueue: UnsafePointer<nf_lv2_display_queue>?
  private var paths: UnsafePointer<LV2_State_Map_Path>?
  private var freePath: UnsafePointer<LV2_State_Free_Path>?

  init(_ features: UnsafePointer<UnsafePointer<LV2_Feature>?>?) {
    guard var next = features else { return }
    while let feature = next.pointee {
      if let uri = feature.pointee.URI, let data = feature.pointee.data { take(uri, data) }
      next += 1
    }
  }

  private mutating func take(_ uri: UnsafePointer<CChar>, _ data: UnsafeMutableRawPointer) {
    if strcmp(uri, nf_lv2_log_uri()) == 0 {
      log = UnsafePointer(data.assumingMemoryBound(to: LV2_Log_Log.self))
    } else if strcmp(uri, nf_lv2_map_uri()) == 0 {
      map = UnsafePointer(data.assumingMemoryBound(to: LV2_URID_Map.self))
    } else if strcmp(uri, nf_lv2_schedule_uri()) == 0 {
      worker = UnsafePointer(data.assumingMemoryBound(to: LV2_Worker_Schedule.self))
    } else if strcmp(uri, nf_lv2_queue_draw_uri()) == 0 {
      displayQueue = UnsafePointer(data.assumingMemoryBound(to: nf_lv2_display_queue.self))
    } else if strcmp(uri, nf_lv2_map_path_uri()) == 0 {
      paths = UnsafePointer(data.assumingMemoryBound(to: LV2_State_Map_Path.self))
    } else if strcmp(uri, nf_lv2_free_path_uri()) == 0 {
      freePath = UnsafePointer(data.assumingMemoryBound(to: LV2_State_Free_Path.self))
    }
  }

  /// A path in the form that the host keeps in a session; the same where it has no such form.
  func abstractPath(_ path: String) -> String {
    guard let paths = paths, let abstract = paths.pointee.abstract_path else { return path }
    return path.withCString { own(abstract(paths.pointee.handle, $0)) } ?? path
  }

  func absolutePath(_ path: String) -> String {
    guard let paths = paths, let absolute = paths.pointee.absolute_path else { return path }
    return path.withCString { own(absolute(paths.pointee.handle, $0)) } ?? path
  }

  /// A text of the host's as a string of ours.
  private func own(_ text: UnsafeMutablePointer<CChar>?) -> String? {
    guard let text = text else { return nil }
    let result = String(cString: text)
    if let freePath = freePath, let release = freePath.pointee.free_path {
      release(freePath.pointee.handle, text)
    } else {
      nf_free(text)
    }
    return result
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
