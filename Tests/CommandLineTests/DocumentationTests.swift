import Testing

@testable import Options
@testable import nearfar

@Suite("Help, manual page and completions hold everything that is declared")
struct DocumentationTests {
  static let program = Nearfar.spec

  @Test(arguments: program.commands.map(\.name))
  func everyOptionIsTold(_ name: String) throws {
    let command = try #require(Self.program.command(name))
    let help = HelpText(Self.program).text(command)
    let page = ManualPage(Self.program).text
    for option in command.options {
      #expect(help.contains("--\(option.name)"))
      #expect(page.contains("\\-\\-\(option.name.replacing("-", with: "\\-"))"))
      for shell in Completion.allCases { #expect(shell.script(Self.program).contains(option.name)) }
    }
    for example in command.examples { #expect(help.contains(example.line)) }
  }

  @Test(arguments: program.commands.map(\.name))
  func namesAreUnique(_ name: String) throws {
    let command = try #require(Self.program.command(name))
    let options = command.options + [ProgramSpec.help]
    #expect(Set(options.map(\.name)).count == options.count)
    let letters = options.compactMap(\.letter)
    #expect(Set(letters).count == letters.count)
  }

  /// What stands before the first space of an example's words that begin with a dash.
  @Test(arguments: program.commands.map(\.name))
  func examplesCanBeParsed(_ name: String) throws {
    let command = try #require(Self.program.command(name))
    for example in command.examples {
      let line = example.line.prefix { $0 != "|" && $0 != ">" }
      let words = line.split(separator: " ").map { String($0) }
      #expect(words.first == name)
      #expect(throws: Never.self) { try ArgumentParser.parse(Array(words.dropFirst()), for: command) }
    }
  }

  @Test(arguments: [40, 80, 120])
  func helpKeepsWithinItsColumns(_ columns: Int) {
    let help = HelpText(Self.program, columns: columns)
    // Names and examples may stick out; what is wrapped does not.
    let words = help.overview.split(separator: "\n").filter { !$0.contains("  nearfar ") && $0.count > columns }
    #expect(words.isEmpty, "\(words)")
  }
}
