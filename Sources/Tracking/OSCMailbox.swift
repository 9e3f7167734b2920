import CPlatform

/// What the audio thread of one instance and the thread that listens for OSC tell each other.
///
/// Three words, each written by one of the two alone and read whole: so neither waits for the other, no value is ever half old,
/// and of several orientations the newest counts; the others are overwritten unread. A word carries all there is to say, no
/// other memory hangs on it: their order does not matter.
struct OSCMailbox {
  /// What the audio thread wants: a port, 0 for none, and whether other machines may send.
  struct Request: Equatable {
    let port: Int
    let isOpen: Bool

    @_noLocks init(port: Int, isOpen: Bool) { (self.port, self.isOpen) = (port, isOpen && port != 0) }

    static var none: Request { Request(port: 0, isOpen: false) }
  }

  private let words: UnsafeMutablePointer<UInt64>
  private var requestWord: UnsafeMutablePointer<UInt64> { @_noLocks get { words } }
  /// Away from what the audio thread writes: in another line of the cache.
  private var portWord: UnsafeMutablePointer<UInt64> { @_noLocks get { words + 8 } }
  private var orientationWord: UnsafeMutablePointer<UInt64> { @_noLocks get { words + 9 } }

  /// Build.
  init() {
    let count = 16
    guard let memory = nf_aligned_allocate(count * MemoryLayout<UInt64>.stride) else { fatalError("out of memory") }
    words = memory.bindMemory(to: UInt64.self, capacity: count)
    words.initialize(repeating: 0, count: count)
  }

  /// Build. Once neither thread uses it.
  func destroy() { nf_free(words) }

  // MARK: Audio

  @_noLocks func ask(_ request: Request) {
    let word = UInt64(request.port) | (request.isOpen ? 1 << 16 : 0)
    if nf_rt_load(requestWord) != word { nf_rt_store(requestWord, word) }
  }

  /// 0 for none.
  var openPort: Int { @_noLocks get { Int(nf_rt_load(portWord)) } }

  /// As `OrientationWord` has it.
  var orientation: UInt64 { @_noLocks get { nf_rt_load(orientationWord) } }

  // MARK: The listening thread

  var request: Request {
    let word = nf_rt_load(requestWord)
    return Request(port: Int(word & 0xFFFF), isOpen: word >> 16 != 0)
  }

  func post(openPort: Int) { nf_rt_store(portWord, UInt64(openPort)) }

  func post(orientation: UInt64) { nf_rt_store(orientationWord, orientation) }
}
