/// Scripts with which a shell completes commands, options, words and names of files.
public enum Completion: String, CaseIterable, Sendable {
  case bash, zsh, fish

  public func script(_ program: ProgramSpec) -> String {
    switch self {
    case .bash: BashCompletion(program: program).text
    case .zsh: ZshCompletion(program: program).text
    case .fish: FishCompletion(program: program).text
    }
  }
}

extension CommandSpec {
  /// With `--help`.
  var everyOption: [OptionSpec] { options + [ProgramSpec.help] }
}

extension OptionSpec {
  /// Every way to write its name.
  var forms: [String] { ["--\(name)"] + (letter.map { ["-\($0)"] } ?? []) }

  /// What it does, without what stands behind the first full stop.
  var brief: String {
    guard let end = help.firstRange(of: ". ") else { return help.hasSuffix(".") ? String(help.dropLast()) : help }
    return String(help[..<end.lowerBound])
  }
}
