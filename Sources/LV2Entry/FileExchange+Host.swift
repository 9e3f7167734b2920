import CLV2
import CPlatform
import PluginModel
import Plugins

/// The two interfaces through which hosts call from threads that may wait.
extension FileExchange {
  /// In the host's worker thread; some hosts call it within `run` when they do not play in real time.
  func work(_ bytes: UInt32, _ data: UnsafeRawPointer?) -> LV2_Worker_Status {
    guard bytes > 0, let message = data?.assumingMemoryBound(to: CChar.self) else { return LV2_WORKER_ERR_UNKNOWN }
    sweep()
    guard message[0] == FileExchange.loadKind else { return LV2_WORKER_SUCCESS }
    guard bytes > 1, message[Int(bytes) - 1] == 0 else { return LV2_WORKER_ERR_UNKNOWN }
    let path = String(cString: message + 1)
    if let content = load(path.isEmpty ? nil : path) {
      choose(path)
      post(content, path: path)
    } else {
      postFailure()
    }
    return LV2_WORKER_SUCCESS
  }

  /// With the default in use nothing is stored.
  func save(
    _ store: LV2_State_Store_Function?, _ handle: LV2_State_Handle?, _ features: HostFeatures
  ) -> LV2_State_Status {
    nf_lock(lock)
    let path = chosenPath.pointee
    nf_unlock(lock)
    guard let path = path else { return LV2_STATE_SUCCESS }
    guard let store = store, let words = words(for: features) else { return LV2_STATE_ERR_NO_FEATURE }
    let kept = features.abstractPath(path)
    return kept.withCString {
      store(
        handle, words.property, $0, kept.utf8.count + 1, words.path,
        LV2_STATE_IS_POD.rawValue | LV2_STATE_IS_PORTABLE.rawValue)
    }
  }

  /// Loads before it returns, whether audio runs or not. Nothing stored: what plays plays on. A file that fails stays the
  /// session's: it may only be away.
  func restore(
    _ retrieve: LV2_State_Retrieve_Function?, _ handle: LV2_State_Handle?, _ features: HostFeatures
  ) -> LV2_State_Status {
    guard let retrieve = retrieve, let words = words(for: features) else { return LV2_STATE_ERR_NO_FEATURE }
    var (bytes, type, flags) = (0, UInt32(0), UInt32(0))
    guard let value = retrieve(handle, words.property, &bytes, &type, &flags), bytes > 0 else {
      return LV2_STATE_SUCCESS
    }
    let text = value.assumingMemoryBound(to: CChar.self)
    guard type == words.path || type == words.string, text[bytes - 1] == 0 else { return LV2_STATE_ERR_BAD_TYPE }
    let path = features.absolutePath(String(cString: text))
    if let content = load(path.isEmpty ? nil : path) {
      post(content, path: path)
    } else {
      postFailure()
    }
    choose(path)
    return LV2_STATE_SUCCESS
  }

  private func choose(_ path: String) {
    nf_lock(lock)
    chosenPath.pointee = path.isEmpty ? nil : path
    nf_unlock(lock)
  }

  /// Those of the instance, or of a host that first offers its map here.
  private func words(for features: HostFeatures) -> nf_lv2_words? {
    FileExchange.words(host, property) ?? FileExchange.words(features, property)
  }
}

/// What `extension_data` returns: the same for every plugin with a file.
enum FileInterfaces {
  static func data(_ uri: UnsafePointer<CChar>?) -> UnsafeRawPointer? {
    guard let uri = uri else { return nil }
    if strcmp(uri, nf_lv2_worker_uri()) == 0 { return interfaces.worker }
    if strcmp(uri, nf_lv2_state_uri()) == 0 { return interfaces.state }
    return nil
  }

  private struct Tables: @unchecked Sendable {
    let worker: UnsafeRawPointer
    let state: UnsafeRawPointer
  }

  private static let interfaces: Tables = {
    let worker = UnsafeMutablePointer<LV2_Worker_Interface>.allocate(capacity: 1)
    worker.initialize(
      to: LV2_Worker_Interface(
        work: { handle, _, _, bytes, data in
          Instance.file(handle)?.pointee.work(bytes, data) ?? LV2_WORKER_ERR_UNKNOWN
        },
        // What was loaded goes through a slot, as in a restore.
        work_response: { _, _, _ in LV2_WORKER_SUCCESS }, end_run: nil))
    let state = UnsafeMutablePointer<LV2_State_Interface>.allocate(capacity: 1)
    state.initialize(
      to: LV2_State_Interface(
        save: { instance, store, handle, _, features in
          Instance.file(instance)?.pointee.save(store, handle, HostFeatures(features)) ?? LV2_STATE_ERR_UNKNOWN
        },
        restore: { instance, retrieve, handle, _, features in
          Instance.file(instance)?.pointee.restore(retrieve, handle, HostFeatures(features)) ?? LV2_STATE_ERR_UNKNOWN
        }))
    return Tables(worker: UnsafeRawPointer(worker), state: UnsafeRawPointer(state))
  }()
}
