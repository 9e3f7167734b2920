struct FishCompletion {
  let program: ProgramSpec

  var text: String {
    let name = program.name
    var lines = [
      "# fish completion for \(name); made by `\(name) completions fish`.", "complete -c \(name) -f",
      "complete -c \(name) -n __fish_use_subcommand -l help -d 'Print help'",
      "complete -c \(name) -n __fish_use_subcommand -l version -d 'Print the version'",
    ]
    for command in program.commands {
      lines.append("complete -c \(name) -n __fish_use_subcommand -a \(command.name) -d \(quoted(command.summary))")
      let condition = "-n '__fish_seen_subcommand_from \(command.name)'"
      for option in command.everyOption { lines.append("complete -c \(name) \(condition) \(argument(option))") }
      guard let operand = command.operand else { continue }
      let operands = operand.words.isEmpty ? "-F" : "-a \(quoted(operand.words.joined(separator: " ")))"
      lines.append("complete -c \(name) \(condition) \(operands)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func argument(_ option: OptionSpec) -> String {
    let value =
      switch option.value {
      case .none: ""
      case .text: " -x"
      case .choice(let words): " -x -a \(quoted(words.joined(separator: " ")))"
      case .file: " -r -F"
      case .folder: " -x -a '(__fish_complete_directories)'"
      }
    return "-l \(option.name)" + (option.letter.map { " -s \($0)" } ?? "") + value + " -d \(quoted(option.brief))"
  }

  private func quoted(_ text: String) -> String {
    "'"
      + String(
        text.flatMap { (character: Character) -> [Character] in
          character == "'" || character == "\\" ? ["\\", character] : [character]
        }) + "'"
  }
}
