struct ZshCompletion {
  let program: ProgramSpec

  var text: String {
    let commands = program.commands.map { "    '\($0.name):\(quoted($0.summary))'" }.joined(separator: "\n")
    let cases = program.commands.map { command in
      let lines = (command.everyOption.map(argument) + operand(command)).joined(separator: " \\\n        ")
      return "    \(command.name))\n      _arguments -s \\\n        \(lines)\n      ;;"
    }
    return """
      #compdef \(program.name)
      # zsh completion for \(program.name); made by `\(program.name) completions zsh`.
      local -a commands
      commands=(
      \(commands)
      )
      if (( CURRENT == 2 )); then
        _describe command commands
        return
      fi
      local command=$words[2]
      shift words
      (( CURRENT-- ))
      case $command in
      \(cases.joined(separator: "\n"))
      esac

      """
  }

  private func argument(_ option: OptionSpec) -> String {
    let value =
      switch option.value {
      case .none: ""
      case .text(let placeholder): ":\(quoted(placeholder)): "
      case .choice(let words): ":\(option.name):(\(words.joined(separator: " ")))"
      case .file(let placeholder): ":\(quoted(placeholder)):_files"
      case .folder(let placeholder): ":\(quoted(placeholder)):_files -/"
      }
    let names = option.letter.map { "'(-\($0) --\(option.name))'{-\($0),--\(option.name)}'" } ?? "'--\(option.name)"
    let repeats = option.isRepeatable ? "'*--\(option.name)" : names
    return "\(repeats)[\(quoted(option.brief))]\(value)'"
  }

  private func operand(_ command: CommandSpec) -> [String] {
    guard let operand = command.operand else { return [] }
    let action = operand.words.isEmpty ? "_files" : "(\(operand.words.joined(separator: " ")))"
    return ["'\(operand.count == .many ? "*" : "1"):\(operand.placeholder):\(action)'"]
  }

  /// Within single quotes and brackets.
  private func quoted(_ text: String) -> String {
    String(
      text.flatMap { character -> [Character] in
        switch character {
        case "'": ["'", "\\", "'", "'"]
        case "[", "]", ":", "\\": ["\\", character]
        default: [character]
        }
      })
  }
}
