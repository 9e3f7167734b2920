import Testing

@testable import Options

@Suite("Guesses at misspelt words")
struct SpellingTests {
  @Test(arguments: [("", "abc", 3), ("abc", "abc", 0), ("kitten", "sitting", 3), ("abc", "acb", 2), ("ab", "", 2)])
  func distances(_ a: String, _ b: String, _ changes: Int) {
    #expect(Spelling.distance(a, b) == changes)
    #expect(Spelling.distance(b, a) == changes)
  }

  @Test func onlyNearWordsAreOffered() {
    #expect(Spelling.nearest("proces", ["process", "batch"]) == "process")
    #expect(Spelling.nearest("PROCESS", ["process"]) == "process")
    #expect(Spelling.nearest("walk", ["process", "batch"]) == nil)
    #expect(Spelling.hint("x", []) == "")
  }
}
