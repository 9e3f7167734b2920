import CLV2
import CPlatform
import Plugins

/// What a learning plugin does in a thread that may wait.
struct LearningWork {
  /// Content and text of a measurement, which is blank afterwards, for the file at the path; nil after telling the log why not.
  let learn: (UnsafeMutableRawPointer, String?) -> (content: UnsafeMutableRawPointer, text: String)?
  /// The content of a text that was made so.
  let load: (String) -> UnsafeMutableRawPointer?
  let free: (UnsafeMutableRawPointer) -> Void
}

/// The way of what a processor has measured to a thread that may wait, and of its memory back.
///
/// Two slots are all that the threads share: the audio thread puts a finished measurement into one and asks the worker to come;
/// the worker puts the memory, blank again, into the other. What was learnt goes its own way, through the `FileExchange` of the
/// file whose content it is.
@usableFromInline
struct LearningExchange: ~Copyable {
  private let host: HostFeatures
  private let work: LearningWork
  /// Finished, blank, failed.
  private let slots: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  private var finished: UnsafeMutablePointer<UnsafeMutableRawPointer?> { @_noLocks get { slots } }
  private var blank: UnsafeMutablePointer<UnsafeMutableRawPointer?> { @_noLocks get { slots + 1 } }
  private var failures: UnsafeMutablePointer<UnsafeMutableRawPointer?> { @_noLocks get { slots + 2 } }
  /// A work message: its kind alone.
  private let message: UnsafeMutablePointer<CChar>

  // MARK: Of the audio thread

  private var mustAsk = false

  static var kind: CChar { @_noLocks get { 3 } }

  init(_ host: HostFeatures, _ work: LearningWork) {
    self.host = host
    self.work = work
    slots = .allocate(capacity: 3)
    slots.initialize(repeating: nil, count: 3)
    message = .allocate(capacity: FileExchange.messageHead)
    message.initialize(repeating: 0, count: FileExchange.messageHead)
    message[0] = Self.kind
  }

  deinit {
    for measurement in [finished.pointee, blank.pointee] { if let measurement { work.free(measurement) } }
    slots.deallocate()
    message.deallocate()
  }

  /// In the host's worker thread. `file`: whose content it becomes; `target`: where it is written.
  func work(into file: borrowing FileExchange, writingTo target: borrowing FileExchange) -> LV2_Worker_Status {
    guard let measurement = nf_rt_exchange(finished, nil) else { return LV2_WORKER_SUCCESS }
    if let learnt = work.learn(measurement, target.chosenSource?.path) {
      file.adopt(learnt.content, .text(learnt.text))
    } else {
      // Any pointer says it.
      _ = nf_rt_exchange(failures, UnsafeMutableRawPointer(slots))
    }
    _ = nf_rt_exchange(blank, measurement)
    return LV2_WORKER_SUCCESS
  }

  // MARK: Audio

  /// After a block: sends a measurement off.
  @_noLocks @usableFromInline
  mutating func send(_ measurement: UnsafeMutableRawPointer) {
    // There is but one, and it is here.
    _ = nf_rt_exchange(finished, measurement)
    mustAsk = true
  }

  /// After a block: asks the worker, until it has heard.
  @_noLocks @usableFromInline
  mutating func ask() {
    guard mustAsk, let worker = host.worker else { return }
    if nf_rt_lv2_schedule(worker, UInt32(FileExchange.messageHead), message) { mustAsk = false }
  }

  @_noLocks @usableFromInline
  func takeBlank() -> UnsafeMutableRawPointer? { nf_rt_is_empty(blank) != 0 ? nil : nf_rt_exchange(blank, nil) }

  @_noLocks @usableFromInline
  func takeFailure() -> Bool { nf_rt_is_empty(failures) == 0 && nf_rt_exchange(failures, nil) != nil }
}
