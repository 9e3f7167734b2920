/// What `--help` prints.
public struct HelpText {
  private let program: ProgramSpec
  private let columns: Int

  /// `columns`: of the terminal.
  public init(_ program: ProgramSpec, columns: Int = 80) {
    self.program = program
    self.columns = max(40, min(columns, 120))
  }

  /// Of the program as a whole.
  public var overview: String {
    var lines = wrapped("\(program.name) \(program.version): \(program.summary)", indent: 0) + [""]
    lines += ["usage: \(program.name) COMMAND [options] …", ""]
    for paragraph in program.description { lines += wrapped(paragraph, indent: 0) + [""] }
    lines.append("Commands:")
    lines += table(program.commands.map { ($0.name, $0.summary) })
    lines += [""] + wrapped("`\(program.name) COMMAND --help` tells more of each.", indent: 0) + ["", "Exit codes:"]
    lines += table(program.exitCodes.map { ("\($0.code)", $0.meaning) })
    return lines.joined(separator: "\n") + "\n"
  }

  public func text(_ command: CommandSpec) -> String {
    var lines = ["usage: \(program.name) \(command.synopsis)", ""]
    lines += wrapped(command.summary + ".", indent: 0) + [""]
    for paragraph in command.description { lines += wrapped(paragraph, indent: 0) + [""] }
    for group in command.groups {
      lines.append(group.name + ":")
      lines += table(group.options.map { (Self.form($0), Self.meaning($0)) }) + [""]
    }
    lines += table([(Self.form(ProgramSpec.help), ProgramSpec.help.help)])
    if !command.examples.isEmpty {
      lines += ["", "Examples:"]
      for example in command.examples {
        lines += ["  \(program.name) \(example.line)"] + wrapped(example.meaning, indent: 6)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// `-o, --output FILE`
  static func form(_ option: OptionSpec) -> String {
    let names = (option.letter.map { "-\($0), " } ?? "    ") + "--\(option.name)"
    return option.takesValue ? names + " " + valueForm(option) : names
  }

  /// `FILE`; for a choice the option's name, as its words are told behind it.
  static func valueForm(_ option: OptionSpec) -> String {
    if case .choice = option.value { return option.name.uppercased() }
    return option.placeholder ?? ""
  }

  /// The help, and for a choice its words.
  static func meaning(_ option: OptionSpec) -> String {
    guard case .choice(let words) = option.value else { return option.help }
    return option.help + " One of " + words.joined(separator: ", ") + "."
  }

  private func table(_ rows: [(String, String)]) -> [String] {
    let widest = min(26, rows.map { $0.0.count }.max() ?? 0)
    return rows.flatMap { name, meaning -> [String] in
      let indent = widest + 4
      var lines = wrapped(meaning, indent: indent)
      let head = "  " + name
      if name.count > widest { return [head] + lines }
      lines[0] = head + lines[0].dropFirst(head.count)
      return lines
    }
  }

  private func wrapped(_ text: String, indent: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty && indent + line.count + 1 + word.count > columns {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    lines.append(line)
    return lines.map { String(repeating: " ", count: indent) + $0 }
  }
}
