import CPlatform
import Glibc
import Options

/// What is told to people: on standard error, in colour on a terminal alone, never in the way of what goes through a pipe.
struct Terminal: Sendable {
  private(set) var isQuiet = false
  let isTerminal = isatty(2) == 1

  private var hasColour: Bool { isTerminal && getenv("NO_COLOR") == nil }

  /// Of standard error's terminal; 80 where it is none.
  var columns: Int {
    var size = winsize()
    guard ioctl(2, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// As quiet as the options say.
  func following(_ arguments: Arguments) -> Terminal {
    var terminal = self
    terminal.isQuiet = arguments.isSet(ProcessOptions.quiet)
    return terminal
  }

  func note(_ text: String) {
    if !isQuiet { write("nearfar: \(text)\n") }
  }

  func warning(_ text: String) {
    if !isQuiet { write("nearfar: \(coloured("warning", 33)): \(text)\n") }
  }

  func error(_ text: String) { write("nearfar: \(coloured("error", 31)): \(text)\n") }

  private func coloured(_ word: String, _ colour: Int) -> String {
    hasColour ? "\u{1B}[\(colour)m\(word)\u{1B}[0m" : word
  }

  /// As it is, after what a progress bar left in the line.
  func write(_ text: String) {
    nf_print_error((isTerminal ? "\r\u{1B}[K" : "") + text)
  }
}
