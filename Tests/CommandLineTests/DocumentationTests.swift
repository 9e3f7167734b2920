import Foundation
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
    let long = help.overview.split(separator: "\n").filter { $0.count > columns }
    #expect(long.isEmpty, "\(long)")
  }

  /// `nearfar man --markdown` behind what is written by hand.
  @Test func thePageOfTheManualIsOfThisCode() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: root.appendingPathComponent("docs/command-line.md"), encoding: .utf8)
    #expect(page.hasSuffix(MarkdownTables(Self.program).text))
    for code in ExitCode.allCases { #expect(page.contains("| \(code.rawValue) | \(code.meaning) |")) }
  }
}
