import Testing

@testable import Options

@Suite("Arguments are read as POSIX and GNU have them")
struct ArgumentParserTests {
  static let output = OptionSpec("output", "o", .file("OUT"), "Where to.")
  static let force = OptionSpec("force", "f", .none, "Replace.")
  static let quiet = OptionSpec("quiet", "q", .none, "Tell nothing.")
  static let kind = OptionSpec("kind", nil, .choice(["one", "two"]), "Which.")
  static let set = OptionSpec("set", nil, .text("NAME=VALUE"), isRepeatable: true, "A control.")
  static let command = CommandSpec(
    "make", summary: "Makes", operand: .init("FILE"), options: [output, force, quiet, kind, set])

  private func parse(_ words: String...) throws -> Arguments {
    try ArgumentParser.parse(words, for: Self.command)
  }

  @Test(arguments: [["--output", "x"], ["--output=x"], ["-o", "x"], ["-ox"], ["-fqo", "x"], ["-qfox"]])
  func everyFormOfAValue(_ words: [String]) throws {
    let arguments = try ArgumentParser.parse(words + ["in"], for: Self.command)
    #expect(arguments[Self.output] == "x")
    #expect(arguments.operands == ["in"])
    #expect(arguments.isSet(Self.force) == words[0].contains("f"))
  }

  @Test func optionsMayFollowOperands() throws {
    let arguments = try parse("in", "-f", "--kind", "two")
    #expect(arguments.operands == ["in"])
    #expect(arguments.isSet(Self.force) && !arguments.isSet(Self.quiet))
    #expect(arguments[Self.kind] == "two")
  }

  @Test func whatLooksLikeOptionsAndIsNone() throws {
    #expect(try parse("--", "-f").operands == ["-f"])
    #expect(try parse("-").operands == ["-"])
    #expect(try parse("in", "--set", "-30,0,0")[Self.set] == "-30,0,0")
    #expect(try parse("in", "--output=")[Self.output] == "")
    #expect(try parse("in", "--set", "a=b=c")[Self.set] == "a=b=c")
  }

  @Test func repeatedOptions() throws {
    #expect(try parse("in", "--set", "a=1", "--set=b=2").all(Self.set) == ["a=1", "b=2"])
    #expect(throws: UsageError("--output stands twice")) { try parse("in", "-o", "a", "-o", "b") }
    #expect(try parse("in", "-f", "-f").isSet(Self.force))
  }

  @Test(arguments: [
    (["--ouput", "x", "in"], "did you mean '--output'"), (["-x", "in"], "no option -x"),
    (["in", "-o"], "needs a value"),
    (["in", "-o", "--force"], "needs a value"), (["in", "--force=1"], "takes no value"),
    (["--kind", "too", "in"], "'two'"),
    ([], "needs FILE"), (["a", "b"], "not also 'b'"),
  ])
  func mistakesAreNamed(_ words: [String], _ part: String) throws {
    let error = #expect(throws: UsageError.self) { try ArgumentParser.parse(words, for: Self.command) }
    #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
  }

  @Test func helpNeedsNothingElse() throws {
    #expect(try parse("--help").isSet(ProgramSpec.help))
    #expect(try parse("-h").isSet(ProgramSpec.help))
  }

  @Test func whatIsPassedOn() throws {
    let batch = CommandSpec(
      "batch", summary: "Many", operand: .init("FILE", .many), options: [Self.force], passesRestTo: "make")
    let arguments = try ArgumentParser.parse(["a", "b", "-f", "--", "-o", "x", "--", "y"], for: batch)
    #expect(arguments.operands == ["a", "b"])
    #expect(arguments.rest == ["-o", "x", "--", "y"])
  }
}
