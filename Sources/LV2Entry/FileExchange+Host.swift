import CLV2
import CPlatform
import PluginModel
import Plugins

/// One file's part in the two interfaces through which hosts call from threads that may wait.
extension FileExchange {
  /// `bytes`: at least `messageHead`.
  func work(_ bytes: Int, _ message: UnsafePointer<CChar>) -> LV2_Worker_Status {
    sweep()
    guard message[0] == FileExchange.loadKind else { return LV2_WORKER_SUCCESS }
    guard bytes > FileExchange.messageHead, message[bytes - 1] == 0 else { return LV2_WORKER_ERR_UNKNOWN }
    let path = String(cString: message + FileExchange.messageHead)
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
