import CLV2
import CPlatform
import PluginModel
import Plugins

/// The files of one instance, in the order of `PluginSpec.files`. What happens to one leaves the others alone.
@usableFromInline
struct FileExchanges {
  @usableFromInline let count: Int
  private let exchanges: UnsafeMutablePointer<FileExchange>
  private let words: UnsafeMutablePointer<nf_lv2_words>
  private let outputPort: Int
  /// Of plugins that learn.
  @usableFromInline let learning: UnsafeMutablePointer<LearningExchange>?
  private let learned: LearnedContent?

  /// Made and destroyed here, because Embedded Swift sees the `deinit` of an exchange in this module alone.
  init(
    _ host: HostFeatures, _ spec: PluginSpec, load: @escaping (Int, String?) -> UnsafeMutableRawPointer?,
    unload: @escaping (Int, UnsafeMutableRawPointer) -> Void, learning: LearningWork? = nil
  ) {
    count = spec.files.count
    outputPort = spec.ports.firstIndex { $0.isMessage && !$0.isInput } ?? -1
    exchanges = .allocate(capacity: count)
    for file in 0..<count {
      (exchanges + file).initialize(
        to: FileExchange(
          host, spec, file,
          load: { source in
            if let text = source?.text { return learning?.load(text) }
            return load(file, source?.path)
          },
          unload: { unload(file, $0) }))
    }
    words = .allocate(capacity: 1)
    words.initialize(to: FileExchange.words(host, spec.files[0].uri) ?? nf_lv2_words())
    learned = spec.learned
    self.learning = learning.map { work in
      let exchange = UnsafeMutablePointer<LearningExchange>.allocate(capacity: 1)
      exchange.initialize(to: LearningExchange(host, work))
      return exchange
    }
  }

  func destroy() {
    learning?.deinitialize(count: 1)
    learning?.deallocate()
    exchanges.deinitialize(count: count)
    exchanges.deallocate()
    words.deallocate()
  }

  @_noLocks @usableFromInline
  subscript(_ file: Int) -> UnsafeMutablePointer<FileExchange> { @_noLocks get { exchanges + file } }

  /// Audio. The host's buffer for this block's messages, empty.
  @_noLocks @usableFromInline
  func beginNotifications(_ ports: borrowing Ports) -> Notifications {
    Notifications(ports.data(at: outputPort)?.assumingMemoryBound(to: LV2_Atom_Sequence.self), words)
  }

  // MARK: Threads that may wait

  /// In the host's worker thread; some hosts call it within `run` when they do not play in real time.
  func work(_ bytes: Int, _ data: UnsafeRawPointer?) -> LV2_Worker_Status {
    guard bytes >= FileExchange.messageHead, let message = data?.assumingMemoryBound(to: CChar.self),
      message[1] >= 0 && message[1] < count
    else { return LV2_WORKER_ERR_UNKNOWN }
    if message[0] == LearningExchange.kind {
      guard let learning, let learned else { return LV2_WORKER_ERR_UNKNOWN }
      return learning.pointee.work(
        into: exchanges[learned.file], writingTo: exchanges[learned.target])
    }
    return exchanges[Int(message[1])].work(bytes, message)
  }

  /// The first failure, if any, after all files had their turn.
  func save(
    _ store: LV2_State_Store_Function?, _ handle: LV2_State_Handle?, _ features: HostFeatures
  ) -> LV2_State_Status {
    var status = LV2_STATE_SUCCESS
    for file in 0..<count {
      let result = exchanges[file].save(store, handle, features)
      if status == LV2_STATE_SUCCESS { status = result }
    }
    return status
  }

  func restore(
    _ retrieve: LV2_State_Retrieve_Function?, _ handle: LV2_State_Handle?, _ features: HostFeatures
  ) -> LV2_State_Status {
    var status = LV2_STATE_SUCCESS
    for file in 0..<count {
      let result = exchanges[file].restore(retrieve, handle, features)
      if status == LV2_STATE_SUCCESS { status = result }
    }
    return status
  }
}

/// One block's messages to the host. Audio.
@usableFromInline
struct Notifications {
  private let sequence: UnsafeMutablePointer<LV2_Atom_Sequence>?
  private let room: UInt32

  @_noLocks init(_ sequence: UnsafeMutablePointer<LV2_Atom_Sequence>?, _ words: UnsafePointer<nf_lv2_words>) {
    self.sequence = sequence
    room = sequence.map { nf_rt_lv2_begin($0, words) } ?? 0
  }

  /// False where there is no room for it now.
  @_noLocks func tell(_ path: UnsafePointer<CChar>, _ words: UnsafePointer<nf_lv2_words>) -> Bool {
    guard let sequence else { return false }
    return room > 0 && nf_rt_lv2_append(sequence, words, path, room)
  }
}
