import CFuzzer
import Glibc

/// The file that parsers are given: always the same one, in memory.
enum InputFile {
  static let descriptor = nf_memory_file()
  static let path = "/proc/self/fd/\(descriptor)"

  static func fill(_ bytes: UnsafeRawBufferPointer) {
    precondition(descriptor >= 0 && ftruncate(descriptor, 0) == 0)
    var done = 0
    while done < bytes.count {
      let sent = pwrite(descriptor, bytes.baseAddress! + done, bytes.count - done, off_t(done))
      precondition(sent > 0, "no room for the input")
      done += sent
    }
  }
}
