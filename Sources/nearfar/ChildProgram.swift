import AudioFiles
import Glibc

/// This program, started once more for one file: what happens to it leaves the others alone.
final class ChildProgram {
  let process: pid_t
  /// What it tells comes out here.
  let descriptor: Int32
  /// How far it is, 0…1.
  private(set) var share = 0.0
  /// What it has told so far but its progress, by lines.
  private(set) var lines: [String] = []
  private var rest: [UInt8] = []

  /// Nil where it cannot be started.
  init?(_ words: [String]) {
    guard let program = WeightsSearch.program else { return nil }
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    // Else the next program would hold it open.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[1]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
    var arguments = ([program] + words).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    guard posix_spawn(&process, program, &actions, nil, &arguments, environ) == 0 else {
      close(ends[0])
      return nil
    }
    self.process = process
    descriptor = ends[0]
    Interruption.watch(child: process)
  }

  deinit { close(descriptor) }

  /// Takes what it has told; false when nothing more comes.
  func listen() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &bytes, bytes.count)
    if count < 0 && (errno == EINTR || errno == EAGAIN) { return true }
    guard count > 0 else { return false }
    rest += bytes[..<count]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      take(String(decoding: rest[..<end], as: UTF8.self))
      rest.removeSubrange(...end)
    }
    return true
  }

  private func take(_ line: String) {
    let words = line.split(separator: " ")
    if words.count == 2, words[0] == "progress", let share = Double(words[1]) {
      self.share = share
    } else {
      lines.append(line)
    }
  }

  /// How it ended: its exit code, or 128 and the signal it died of.
  func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    Interruption.forget(child: process)
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }
}
