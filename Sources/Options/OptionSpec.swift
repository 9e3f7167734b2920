/// One option of a command, declared once: parsing, `--help`, the manual page and completions are made from it.
public struct OptionSpec: Sendable {
  /// What stands behind the option's name.
  public enum Value: Sendable {
    /// Nothing: it is set or not.
    case none
    /// A text or number; the placeholder is shown in its place.
    case text(_ placeholder: String)
    /// One of these words.
    case choice([String])
    case file(_ placeholder: String)
    case folder(_ placeholder: String)
  }

  /// The long name, without dashes.
  public let name: String
  public let letter: Character?
  public let value: Value
  /// One or more sentences.
  public let help: String
  /// May stand more than once; each value counts.
  public let isRepeatable: Bool
  /// The headline above it in the help.
  public let group: String

  public init(
    _ name: String, _ letter: Character? = nil, _ value: Value = .none, group: String = "Options",
    isRepeatable: Bool = false, _ help: String
  ) {
    self.name = name
    self.letter = letter
    self.value = value
    self.help = help
    self.isRepeatable = isRepeatable
    self.group = group
  }

  public var takesValue: Bool {
    if case .none = value { return false }
    return true
  }

  /// As it stands in the help: `FILE`, or the words to choose from.
  public var placeholder: String? {
    switch value {
    case .none: nil
    case .text(let text), .file(let text), .folder(let text): text
    case .choice(let words): words.joined(separator: "|")
    }
  }
}
