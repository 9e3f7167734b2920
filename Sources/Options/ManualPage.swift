/// The page that `man` shows, in roff. Source: man(7).
public struct ManualPage {
  private let program: ProgramSpec

  public init(_ program: ProgramSpec) { self.program = program }

  public var text: String {
    var lines = [
      ".\\\" Made by `\(program.name) man`; do not edit.",
      ".TH \(program.name.uppercased()) 1 \"\" \"\(program.name) \(program.version)\" \"User Commands\"",
      ".SH NAME", "\(program.name) \\- \(plain(program.summary))", ".SH SYNOPSIS",
    ]
    for command in program.commands { lines += [".B \(program.name)", plain(command.synopsis), ".br"] }
    lines.append(".SH DESCRIPTION")
    lines += program.description.flatMap { [plain($0), ".PP"] }
    lines.append(".SH COMMANDS")
    for command in program.commands { lines += self.command(command) }
    lines.append(".SH EXIT STATUS")
    lines += program.exitCodes.flatMap { [".TP", ".B \($0.code)", plain($0.meaning)] }
    if !program.environment.isEmpty {
      lines.append(".SH ENVIRONMENT")
      lines += program.environment.flatMap { [".TP", ".B \($0.name)", plain($0.meaning)] }
    }
    if !program.files.isEmpty {
      lines.append(".SH FILES")
      lines += program.files.flatMap { [".TP", ".I \(plain($0.path))", plain($0.meaning)] }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func command(_ command: CommandSpec) -> [String] {
    var lines = [".SS \(plain(command.synopsis))", plain(command.summary + ".")]
    lines += command.description.flatMap { [".PP", plain($0)] }
    for option in command.options {
      let names = (option.letter.map { ["-\($0)"] } ?? []) + ["--\(option.name)"]
      let form = names.map { "\\fB\(plain($0))\\fR" }.joined(separator: ", ")
      let value = option.takesValue ? " \\fI\(plain(HelpText.valueForm(option)))\\fR" : ""
      lines += [".TP", form + value, plain(HelpText.meaning(option))]
    }
    if !command.examples.isEmpty { lines += [".PP", "Examples:"] }
    for example in command.examples {
      lines += [".TP", ".B \(plain("\(program.name) \(example.line)"))", plain(example.meaning)]
    }
    return lines
  }

  /// No character is taken for a request, hyphens are those that can be copied.
  private func plain(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      default: result.append(character)
      }
    }
    return result.first == "." || result.first == "'" ? "\\&" + result : result
  }
}
