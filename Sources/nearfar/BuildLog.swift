import Plugins

/// What plugins say while they are built. In a host a plugin that lacks its weights or its head plays on with something simpler; a
/// file that is rendered once shall not be worse than asked for without a word, so there that is a failure.
final class BuildLog {
  private let terminal: Terminal
  private(set) var warnings: [String] = []

  init(_ terminal: Terminal) { self.terminal = terminal }

  func take(_ level: LogLevel, _ text: String) {
    if level == .note { terminal.note(text) } else { warnings.append(text) }
  }

  /// Fails on what was said of the weights; tells the rest.
  func check(weights folder: String) throws(Failure) {
    for warning in warnings {
      if warning.contains(folder + WeightsSearch.file) {
        throw Failure(
          .setting, String(warning.prefix { $0 != ";" }) + "; install the plugins again, or name others with --weights")
      }
      terminal.warning(warning)
    }
    warnings = []
  }
}
