/// The commands and their options as tables, for a page of the manual.
public struct MarkdownTables {
  private let program: ProgramSpec

  public init(_ program: ProgramSpec) { self.program = program }

  public var text: String { program.commands.map(section).joined(separator: "\n") }

  private func section(_ command: CommandSpec) -> String {
    var lines = ["### \(program.name) \(command.name)", "", "`\(program.name) \(command.synopsis)`", ""]
    lines += [command.summary + ".", ""]
    for paragraph in command.description { lines += [paragraph, ""] }
    if !command.options.isEmpty {
      lines += ["| option | what it does |", "| --- | --- |"]
      lines += command.options.map { option in
        let names = option.forms.reversed().joined(separator: ", ")
        let value = option.takesValue ? " " + HelpText.valueForm(option) : ""
        return "| `\((names + value).replacing("|", with: "\\|"))` | \(HelpText.meaning(option)) |"
      }
      lines.append("")
    }
    if !command.examples.isEmpty {
      lines += ["```"] + command.examples.map { "\(program.name) \($0.line)   # \($0.meaning)" } + ["```", ""]
    }
    return lines.joined(separator: "\n")
  }
}
