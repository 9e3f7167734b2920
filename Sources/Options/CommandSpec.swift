/// One command of a program.
public struct CommandSpec: Sendable {
  /// What stands behind the options.
  public struct Operand: Sendable {
    public enum Count: Sendable { case one, optional, many }

    public let placeholder: String
    public let count: Count
    /// The words to choose from; without any it is a file.
    public let words: [String]

    public init(_ placeholder: String, _ count: Count = .one, words: [String] = []) {
      self.placeholder = placeholder
      self.count = count
      self.words = words
    }
  }

  public struct Example: Sendable {
    public let line: String
    public let meaning: String

    public init(_ line: String, _ meaning: String) {
      self.line = line
      self.meaning = meaning
    }
  }

  public let name: String
  /// One line without a full stop.
  public let summary: String
  /// Paragraphs.
  public let description: [String]
  public let operand: Operand?
  public let options: [OptionSpec]
  /// What stands behind `--` is for another command, whose name this is.
  public let passesRestTo: String?
  public let examples: [Example]

  public init(
    _ name: String, summary: String, description: [String] = [], operand: Operand? = nil, options: [OptionSpec] = [],
    passesRestTo: String? = nil, examples: [Example] = []
  ) {
    self.name = name
    self.summary = summary
    self.description = description
    self.operand = operand
    self.options = options
    self.passesRestTo = passesRestTo
    self.examples = examples
  }

  /// The groups of its options, in the order of their first option.
  public var groups: [(name: String, options: [OptionSpec])] {
    var groups: [(name: String, options: [OptionSpec])] = []
    for option in options {
      if let index = groups.firstIndex(where: { $0.name == option.group }) {
        groups[index].options.append(option)
      } else {
        groups.append((option.group, [option]))
      }
    }
    return groups
  }

  /// `process [options] FILE`
  public var synopsis: String {
    var words = [name]
    if !options.isEmpty { words.append("[options]") }
    if let operand {
      switch operand.count {
      case .one: words.append(operand.placeholder)
      case .optional: words.append("[\(operand.placeholder)]")
      case .many: words.append("\(operand.placeholder)…")
      }
    }
    if let passesRestTo { words.append("[-- options of \(passesRestTo)]") }
    return words.joined(separator: " ")
  }
}
