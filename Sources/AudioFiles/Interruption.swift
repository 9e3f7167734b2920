import Glibc

/// Ends the program on Ctrl-C and the like without debris: half-written files are removed before it dies of the signal.
public enum Interruption {
  private static let most = 16
  /// C strings, which the handler of signals may read: no memory is had or freed there.
  nonisolated(unsafe) private static var paths: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = {
    let slots = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: most)
    slots.initialize(repeating: nil, count: most)
    return slots
  }()

  /// Programs that this one has started; they end with it.
  nonisolated(unsafe) private static var children: UnsafeMutablePointer<pid_t> = {
    let slots = UnsafeMutablePointer<pid_t>.allocate(capacity: mostChildren)
    slots.initialize(repeating: 0, count: mostChildren)
    return slots
  }()
  private static let mostChildren = 256

  /// Once, before anything is written. A closed pipe is told where it is written to, not by a signal.
  public static func guardFiles() {
    _ = (paths, children)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { number in
        for slot in 0..<Interruption.most { if let path = Interruption.paths[slot] { unlink(path) } }
        for slot in 0..<Interruption.mostChildren where Interruption.children[slot] > 0 {
          kill(Interruption.children[slot], SIGTERM)
        }
        signal(number, SIG_DFL)
        raise(number)
      }
    }
    signal(SIGPIPE, SIG_IGN)
  }

  /// Makes a temporary file from a template of mkstemp and watches it, with no moment between the two in which an interruption
  /// would leave it behind. Returns its descriptor, below 0 where it cannot be made, and where its path is kept.
  static func makeFile(_ template: inout [CChar]) -> (descriptor: Int32, slot: Int?) {
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    sigprocmask(SIG_SETMASK, &all, &before)
    defer { sigprocmask(SIG_SETMASK, &before, nil) }
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { return (descriptor, nil) }
    return (descriptor, watch(String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)))
  }

  /// The same of a file that loses its name at once, and with its descriptor all that is in it.
  static func makeNamelessFile(_ template: inout [CChar]) -> Int32 {
    let (descriptor, slot) = makeFile(&template)
    if descriptor >= 0 { unlink(template) }
    forget(slot)
    return descriptor
  }

  /// `path` is removed should the program be interrupted. Returns where it is kept; nil where there is no room.
  private static func watch(_ path: String) -> Int? {
    guard let slot = (0..<most).first(where: { paths[$0] == nil }) else { return nil }
    paths[slot] = strdup(path)
    return slot
  }

  /// `child` gets a signal should this program be interrupted.
  public static func watch(child: pid_t) {
    if let slot = (0..<mostChildren).first(where: { children[$0] == 0 }) { children[slot] = child }
  }

  public static func forget(child: pid_t) {
    if let slot = (0..<mostChildren).first(where: { children[$0] == child }) { children[slot] = 0 }
  }

  static func forget(_ slot: Int?) {
    guard let slot, let path = paths[slot] else { return }
    paths[slot] = nil
    free(path)
  }
}
