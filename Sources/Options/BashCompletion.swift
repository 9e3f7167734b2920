struct BashCompletion {
  let program: ProgramSpec

  var text: String {
    let cases = program.commands.map { command in
      """
          \(command.name))
            case $previous in
      \(values(command))
            esac
            options='\(command.everyOption.flatMap(\.forms).joined(separator: " "))'
            words='\(command.operand?.words.joined(separator: " ") ?? "")'
            \(takesFiles(command) ? "files=1" : "files=")
            ;;
      """
    }
    return """
      # bash completion for \(program.name); made by `\(program.name) completions bash`.
      _\(program.name)() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} options words files
        if [ "$COMP_CWORD" -eq 1 ]; then
          COMPREPLY=($(compgen -W '\((program.commands.map(\.name) + ["--help", "--version"]).joined(separator: " "))' -- "$current"))
          return
        fi
        case ${COMP_WORDS[1]} in
      \(cases.joined(separator: "\n"))
          *) return ;;
        esac
        if [[ $current == -* ]]; then
          COMPREPLY=($(compgen -W "$options" -- "$current"))
        elif [ -n "$words" ]; then
          COMPREPLY=($(compgen -W "$words" -- "$current"))
        elif [ -n "$files" ]; then
          COMPREPLY=($(compgen -f -- "$current"))
        fi
      }
      complete -o filenames -F _\(program.name) \(program.name)

      """
  }

  /// What completes the value of an option.
  private func values(_ command: CommandSpec) -> String {
    command.options.compactMap { option -> String? in
      let replies =
        switch option.value {
        case .none: nil as String?
        case .text: "COMPREPLY=()"
        case .choice(let words): "COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$current\"))"
        case .file: "COMPREPLY=($(compgen -f -- \"$current\"))"
        case .folder: "COMPREPLY=($(compgen -d -- \"$current\"))"
        }
      return replies.map { "        \(option.forms.joined(separator: "|"))) \($0); return ;;" }
    }.joined(separator: "\n") + "\n        *) ;;"
  }

  private func takesFiles(_ command: CommandSpec) -> Bool { command.operand.map { $0.words.isEmpty } ?? false }
}
