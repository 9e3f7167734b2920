import Options

/// `nearfar completions` and `nearfar man`: made from the same declarations as parsing and help.
enum ShellCommands {
  static let completions = CommandSpec(
    "completions", summary: "Prints a script with which a shell completes what is typed",
    operand: .init("SHELL", words: Completion.allCases.map(\.rawValue)),
    examples: [
      .init("completions bash > ~/.local/share/bash-completion/completions/nearfar", "for bash"),
      .init("completions fish > ~/.config/fish/completions/nearfar.fish", "for fish"),
      .init("completions zsh > ~/.zfunc/_nearfar", "for zsh, with ~/.zfunc in fpath"),
    ])

  static let markdown = OptionSpec("markdown", nil, .none, "Print the tables of the manual's page instead.")

  static let man = CommandSpec(
    "man", summary: "Prints the manual page", options: [markdown],
    examples: [.init("man | man -l -", "shows it")])

  static func run(_ command: CommandSpec, _ arguments: Arguments) {
    if command.name == completions.name {
      let shell = Completion(rawValue: arguments.operands[0]) ?? .bash
      print(shell.script(Nearfar.spec), terminator: "")
    } else if arguments.isSet(markdown) {
      print(MarkdownTables(Nearfar.spec).text, terminator: "")
    } else {
      print(ManualPage(Nearfar.spec).text, terminator: "")
    }
  }
}
