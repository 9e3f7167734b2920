import CLV2
import CPlatform
import PluginModel
import Plugins

/// The way of one chosen file into a running processor and out again: messages from the host, loading in another thread,
/// sessions. A plugin with several files has one of these for each (`FileExchanges`).
///
/// Three slots are all that the threads share. Whoever loads (the host's worker, or the thread that restores a session) puts
/// the file into `arrivals`, or something into `failures`; the audio thread puts what it has done with into `departures`,
/// where the next one that may free memory finds it. So restoring while audio runs is safe, and a host without a worker
/// differs only in that messages cannot load. One exchange at a time: until the old content is gone, a newer path waits, and
/// of several that wait the newest counts. Methods that other threads call change none of the stored properties.
@usableFromInline
struct FileExchange: ~Copyable {
  // MARK: Fixed

  let host: HostFeatures
  let property: FileProperty
  /// Of what sessions keep where the content comes from no file; nil where it always does.
  let textURI: StaticString?
  /// Nil after telling the log why not.
  let load: (FileSource?) -> UnsafeMutableRawPointer?
  let unload: (UnsafeMutableRawPointer) -> Void
  private let inputPort: Int
  private let words: UnsafeMutablePointer<nf_lv2_words>

  // MARK: Shared

  /// Arrivals, failures, departures.
  private let slots: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  private var arrivals: UnsafeMutablePointer<UnsafeMutableRawPointer?> { @_noLocks get { slots } }
  private var failures: UnsafeMutablePointer<UnsafeMutableRawPointer?> { @_noLocks get { slots + 1 } }
  private var departures: UnsafeMutablePointer<UnsafeMutableRawPointer?> { @_noLocks get { slots + 2 } }
  /// What the session keeps, behind `lock`, which the audio thread never takes.
  let lock: UnsafeMutablePointer<pthread_mutex_t>
  let chosen: UnsafeMutablePointer<FileSource?>

  // MARK: Of the audio thread

  /// A work message: its kind, which file, then the path.
  private let message: UnsafeMutablePointer<CChar>
  private var hasRequest = false
  private var isLoading = false
  private var hasFailed = false
  private var mustTell = false
  private var mustSweep = false
  private var current: UnsafeMutablePointer<LoadedFile>
  private var incoming: UnsafeMutablePointer<LoadedFile>?
  private var leaving: UnsafeMutablePointer<LoadedFile>?

  static let loadKind: CChar = 1
  static let sweepKind: CChar = 2
  /// Bytes before the path.
  static var messageHead: Int { @_noLocks get { 2 } }

  /// `file`: its place in `spec.files`.
  init(
    _ host: HostFeatures, _ spec: PluginSpec, _ file: Int,
    load: @escaping (FileSource?) -> UnsafeMutableRawPointer?, unload: @escaping (UnsafeMutableRawPointer) -> Void
  ) {
    self.host = host
    property = spec.files[file]
    textURI = spec.learned?.file == file ? spec.learned?.uri : nil
    self.load = load
    self.unload = unload
    inputPort = spec.ports.firstIndex { $0.isMessage && $0.isInput } ?? -1
    words = .allocate(capacity: 1)
    words.initialize(to: FileExchange.words(host, property.uri) ?? nf_lv2_words())
    slots = .allocate(capacity: 3)
    slots.initialize(repeating: nil, count: 3)
    guard let lock = nf_lock_make() else { fatalError("out of memory") }
    self.lock = lock
    chosen = .allocate(capacity: 1)
    chosen.initialize(to: nil)
    message = .allocate(capacity: Self.messageHead + LoadedFile.pathCapacity)
    message.initialize(repeating: 0, count: Self.messageHead + LoadedFile.pathCapacity)
    message[1] = CChar(file)
    current = LoadedFile.make(nil, path: "")
  }

  deinit {
    for file in [arrivals.pointee, departures.pointee] {
      if let file = file { FileExchange.free(file, unload) }
    }
    for file in [current, incoming, leaving] {
      if let file = file { FileExchange.free(UnsafeMutableRawPointer(file), unload) }
    }
    words.deallocate()
    slots.deallocate()
    message.deallocate()
    nf_lock_destroy(lock)
    chosen.deinitialize(count: 1)
    chosen.deallocate()
  }

  static func words(_ host: HostFeatures, _ uri: StaticString) -> nf_lv2_words? {
    guard let map = host.map, map.pointee.map != nil else { return nil }
    return nf_lv2_map_words(map, UnsafeRawPointer(uri.utf8Start).assumingMemoryBound(to: CChar.self))
  }

  static func free(_ file: UnsafeMutableRawPointer, _ unload: (UnsafeMutableRawPointer) -> Void) {
    let file = file.assumingMemoryBound(to: LoadedFile.self)
    if let content = file.pointee.content { unload(content) }
    file.deinitialize(count: 1)
    file.deallocate()
  }

  // MARK: Not the audio thread

  /// Hands a loaded file to the audio thread; one that was not taken yet is dropped.
  func post(_ content: UnsafeMutableRawPointer, path: String) {
    sweep()
    _ = nf_rt_exchange(failures, nil)
    if let missed = nf_rt_exchange(arrivals, UnsafeMutableRawPointer(LoadedFile.make(content, path: path))) {
      FileExchange.free(missed, unload)
    }
  }

  /// Any pointer says it.
  func postFailure() { _ = nf_rt_exchange(failures, UnsafeMutableRawPointer(slots)) }

  /// Frees what the audio thread has done with.
  func sweep() {
    if let file = nf_rt_exchange(departures, nil) { FileExchange.free(file, unload) }
  }

  // MARK: Audio

  /// Before a block: reads messages, and asks the worker for what they need.
  @_noLocks @usableFromInline
  mutating func listen(_ ports: borrowing Ports) {
    if let data = ports.data(at: inputPort) {
      let sequence = data.assumingMemoryBound(to: LV2_Atom_Sequence.self)
      let request = nf_rt_lv2_read(sequence, words, message + Self.messageHead, UInt32(LoadedFile.pathCapacity))
      if request.get { mustTell = true }
      if request.set { hasRequest = true }
      if request.unusable { hasFailed = true }
    }
    if hasRequest && host.worker == nil {
      hasRequest = false
      hasFailed = true
    }
    if hasRequest && !isLoading && incoming == nil && leaving == nil {
      message[0] = FileExchange.loadKind
      if schedule(bytes: Self.messageHead + 1 + Int(nf_rt_length(message + Self.messageHead))) {
        hasRequest = false
        isLoading = true
      }
    }
  }

  /// The content to play from this block on, if one has arrived.
  @_noLocks @usableFromInline
  mutating func takeArrival() -> UnsafeMutableRawPointer? {
    guard incoming == nil, leaving == nil, nf_rt_is_empty(arrivals) == 0, let arrived = nf_rt_exchange(arrivals, nil)
    else { return nil }
    let file = arrived.assumingMemoryBound(to: LoadedFile.self)
    let content = file.pointee.content
    file.pointee.content = nil
    incoming = file
    isLoading = false
    mustTell = true
    return content
  }

  /// Whether a file has failed since the last block.
  @_noLocks @usableFromInline
  mutating func takeFailure() -> Bool {
    if nf_rt_is_empty(failures) == 0 && nf_rt_exchange(failures, nil) != nil {
      hasFailed = true
      isLoading = false
    }
    let failed = hasFailed
    hasFailed = false
    if failed { mustTell = true }
    return failed
  }

  /// After a block in which the processor has done with its former content.
  @_noLocks @usableFromInline
  mutating func retire(_ content: UnsafeMutableRawPointer) {
    guard let file = incoming else { return }
    current.pointee.content = content
    leaving = current
    current = file
    incoming = nil
  }

  /// After a block: sends the old one off to be freed, and tells the host's user interface the path in use, through the
  /// messages that `notifications` has room for.
  @_noLocks @usableFromInline
  mutating func finish(_ notifications: Notifications) {
    if let file = leaving, nf_rt_is_empty(departures) != 0 {
      // Only this thread fills the slot: it is still empty.
      _ = nf_rt_exchange(departures, UnsafeMutableRawPointer(file))
      leaving = nil
      mustSweep = host.worker != nil
    }
    if mustSweep {
      message[0] = FileExchange.sweepKind
      if schedule(bytes: Self.messageHead) { mustSweep = false }
    }
    if mustTell && notifications.tell((incoming ?? current).pointee.path, words) { mustTell = false }
  }

  @_noLocks private func schedule(bytes: Int) -> Bool {
    guard let worker = host.worker else { return false }
    return nf_rt_lv2_schedule(worker, UInt32(bytes), message)
  }
}
