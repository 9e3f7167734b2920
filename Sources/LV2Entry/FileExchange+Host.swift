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
    let source: FileSource? = path.isEmpty ? nil : .path(path)
    if let content = load(source) {
      adopt(content, source)
    } else {
      postFailure()
    }
    return LV2_WORKER_SUCCESS
  }

  /// Any thread that may wait. From the next block on `content` plays, and the session keeps where it came from.
  func adopt(_ content: UnsafeMutableRawPointer, _ source: FileSource?) {
    choose(source)
    post(content, path: source?.path ?? "")
  }

  /// What the session keeps.
  var chosenSource: FileSource? {
    nf_lock(lock)
    defer { nf_unlock(lock) }
    return chosen.pointee
  }

  /// With the default in use nothing is stored.
  func save(
    _ store: LV2_State_Store_Function?, _ handle: LV2_State_Handle?, _ features: HostFeatures
  ) -> LV2_State_Status {
    guard let source = chosenSource else { return LV2_STATE_SUCCESS }
    guard let store = store, let words = words(for: features, source.isPath ? property.uri : textURI) else {
      return LV2_STATE_ERR_NO_FEATURE
    }
    let (kept, type) =
      switch source {
      case .path(let path): (features.abstractPath(path), words.path)
      case .text(let text): (text, words.string)
      }
    return kept.withCString {
      store(
        handle, words.property, $0, kept.utf8.count + 1, type,
        LV2_STATE_IS_POD.rawValue | LV2_STATE_IS_PORTABLE.rawValue)
    }
  }

  /// Loads before it returns, whether audio runs or not. Nothing stored: what plays plays on. What fails stays the session's: a
  /// file may only be away.
  func restore(
    _ retrieve: LV2_State_Retrieve_Function?, _ handle: LV2_State_Handle?, _ features: HostFeatures
  ) -> LV2_State_Status {
    guard let retrieve = retrieve, let words = words(for: features, property.uri) else {
      return LV2_STATE_ERR_NO_FEATURE
    }
    var source: FileSource?
    if let textURI, let key = self.words(for: features, textURI)?.property {
      let (text, status) = Self.retrieved(retrieve, handle, key, [words.string])
      guard status == LV2_STATE_SUCCESS else { return status }
      source = text.map { .text($0) }
    }
    if source == nil {
      let (path, status) = Self.retrieved(retrieve, handle, words.property, [words.path, words.string])
      guard let path else { return status }
      let absolute = features.absolutePath(path)
      source = absolute.isEmpty ? nil : .path(absolute)
    }
    if let content = load(source) {
      adopt(content, source)
    } else {
      postFailure()
      choose(source)
    }
    return LV2_STATE_SUCCESS
  }

  /// Nil with success where nothing is stored.
  private static func retrieved(
    _ retrieve: LV2_State_Retrieve_Function, _ handle: LV2_State_Handle?, _ key: LV2_URID, _ types: [LV2_URID]
  ) -> (text: String?, status: LV2_State_Status) {
    var (bytes, type, flags) = (0, UInt32(0), UInt32(0))
    guard let value = retrieve(handle, key, &bytes, &type, &flags), bytes > 0 else {
      return (nil, LV2_STATE_SUCCESS)
    }
    let text = value.assumingMemoryBound(to: CChar.self)
    guard types.contains(type), text[bytes - 1] == 0 else { return (nil, LV2_STATE_ERR_BAD_TYPE) }
    return (String(cString: text), LV2_STATE_SUCCESS)
  }

  private func choose(_ source: FileSource?) {
    nf_lock(lock)
    chosen.pointee = source
    nf_unlock(lock)
  }

  /// Those of the instance, or of a host that first offers its map here.
  private func words(for features: HostFeatures, _ uri: StaticString?) -> nf_lv2_words? {
    guard let uri else { return nil }
    return FileExchange.words(host, uri) ?? FileExchange.words(features, uri)
  }
}
