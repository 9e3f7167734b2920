/// Reads a command's arguments as POSIX and GNU have them: `--name value`, `--name=value`, `-n value`, `-nvalue`, `-xyz`, `--`
/// ends the options, `-` is an operand, and options may follow operands.
public struct ArgumentParser {
  private let command: CommandSpec
  private var words: ArraySlice<String>
  private var result = Arguments()

  public static func parse(_ words: [String], for command: CommandSpec) throws(UsageError) -> Arguments {
    var parser = ArgumentParser(command: command, words: words[...])
    return try parser.run()
  }

  private mutating func run() throws(UsageError) -> Arguments {
    while let word = words.popFirst() {
      if word == "--" {
        if command.passesRestTo == nil { result.operands += words } else { result.rest = Array(words) }
        break
      } else if word.hasPrefix("--") {
        try takeLong(word.dropFirst(2))
      } else if word.hasPrefix("-") && word != "-" {
        try takeLetters(word.dropFirst())
      } else {
        result.operands.append(word)
      }
    }
    if !result.isSet(ProgramSpec.help) { try checkOperands() }
    return result
  }

  private mutating func takeLong(_ word: Substring) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = known.first(where: { $0.name == name }) else {
      throw unknown("--\(name)", among: known.map { "--\($0.name)" })
    }
    if parts.count == 2 {
      guard option.takesValue else { throw UsageError("--\(name) takes no value") }
      try take(option, String(parts[1]))
    } else {
      try take(option, nil)
    }
  }

  private mutating func takeLetters(_ word: Substring) throws(UsageError) {
    var letters = word
    while let letter = letters.popFirst() {
      guard let option = known.first(where: { $0.letter == letter }) else {
        throw unknown("-\(letter)", among: known.compactMap { option in option.letter.map { "-\($0)" } })
      }
      if option.takesValue {
        return try take(option, letters.isEmpty ? nil : String(letters))
      }
      try take(option, nil)
    }
  }

  /// `given`: what was written in the same word.
  private mutating func take(_ option: OptionSpec, _ given: String?) throws(UsageError) {
    guard option.takesValue else {
      result.values[option.name] = []
      return
    }
    if result.isSet(option) && !option.isRepeatable { throw UsageError("--\(option.name) stands twice") }
    guard let value = given ?? nextValue() else {
      throw UsageError("--\(option.name) needs a value: --\(option.name) \(option.placeholder ?? "")")
    }
    if case .choice(let words) = option.value, !words.contains(value) {
      throw UsageError(
        "--\(option.name) cannot be '\(value)'\(Spelling.hint(value, words)); it is one of \(words.joined(separator: ", "))"
      )
    }
    result.add(option, value)
  }

  /// Anything may be a value but a name of an option: so one that was forgotten is told.
  private mutating func nextValue() -> String? {
    guard let next = words.first, next != "--", !known.contains(where: { "--\($0.name)" == next }) else { return nil }
    return words.popFirst()
  }

  private var known: [OptionSpec] { command.options + [ProgramSpec.help] }

  private func unknown(_ word: String, among names: [String]) -> UsageError {
    UsageError("\(command.name) has no option \(word)\(Spelling.hint(word, names))")
  }

  private func checkOperands() throws(UsageError) {
    let count = result.operands.count
    guard let operand = command.operand else {
      guard count == 0 else { throw UsageError("\(command.name) takes no '\(result.operands[0])'") }
      return
    }
    if count == 0 && operand.count != .optional {
      throw UsageError("\(command.name) needs \(operand.placeholder): nearfar \(command.synopsis)")
    }
    if count > 1 && operand.count != .many {
      throw UsageError("\(command.name) takes one \(operand.placeholder), not also '\(result.operands[1])'")
    }
    for word in result.operands where !operand.words.isEmpty && !operand.words.contains(word) {
      throw UsageError(
        "\(operand.placeholder) cannot be '\(word)'\(Spelling.hint(word, operand.words)); it is one of \(operand.words.joined(separator: ", "))"
      )
    }
  }
}
