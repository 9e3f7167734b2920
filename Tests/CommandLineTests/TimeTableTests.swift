import Foundation
import SettingFiles
import Testing

@testable import TimeTables

@Suite("Tables of values over time")
struct TimeTableTests {
  /// A file that holds `text` while `body` runs.
  private func withFile<Result>(_ text: String, _ body: (String) throws -> Result) throws -> Result {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("nearfar-\(UUID().uuidString).csv").path
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(path)
  }

  private func poses(_ text: String) throws -> HeadMotion { try withFile(text) { try HeadMotion($0) } }

  @Test func headsTurnTheShortWay() {
    let path = Array(
      HeadMotion([
        HeadPose(seconds: 1, angles: [170, 0, 0]), HeadPose(seconds: 1.1, angles: [-170, 0, 10]),
        HeadPose(seconds: 2, angles: [-170, 0, 10]),
      ]))
    #expect(path.count == 12)
    #expect(path.allSatisfy { $0.wrapped[0].magnitude >= 170 - 1e-3 })
    #expect(abs(path[5].angles[2] - 5) < 1e-9 && abs(path[5].seconds - 1.05) < 1e-9)
    #expect(path[10].angles == [-170, 0, 10] && path[11].seconds == 2)
  }

  /// However long it takes, only what is asked for is made.
  @Test(arguments: ["1e9", "1e300", "1.7e308"]) func headsThatTurnForEver(_ seconds: String) throws {
    let path = Array(try poses("0,0,0,0\n\(seconds),90,0,0\n\(seconds),0,0,0").prefix(1000))
    #expect(path.count == 1000)
    #expect(zip(path, path.dropFirst()).allSatisfy { $0.seconds <= $1.seconds })
    #expect(path.allSatisfy { $0.seconds.isFinite && (0...90).contains($0.angles[0]) })
  }

  @Test(arguments: ["\n", "\r\n", "\r"]) func whatEndsALine(_ end: String) throws {
    let lines = ["\u{FEFF}seconds; symbol; value", "", "# 1; comment; 2", " 0.5;room ; on\t", "1e1;a,b;"]
    try withFile(lines.joined(separator: end)) { path in
      var file = try AutomationFile(path)
      let first = try #require(try file.next())
      #expect(first.line == 4 && first.seconds == 0.5 && first.symbol == "room" && first.value == "on")
      let second = try #require(try file.next())
      #expect(second.line == 5 && second.seconds == 10 && second.symbol == "a,b" && second.value == "")
      #expect(try file.next() == nil)
    }
  }

  @Test(
    arguments: [
      ("0,0,0,0\n1,0,0", "line 2"), ("t,y,p,r\n0,0,361,0", "line 2"), ("1,0,0,0\n0,0,0,0", "above it"),
      ("0,0,0,0\nnan,0,0,0", "line 2"), ("0,0,0,0\n1,nan,0,0", "line 2"), ("0,0,0,0\n-1,0,0,0", "line 2"),
    ] as [(String, String)])
  func whatIsNoMotion(_ text: String, _ word: String) throws {
    let error = try #require(throws: SettingFileError.self) { _ = try poses(text) }
    #expect(error.message.contains(word) && error.message.contains(".csv"))
  }

  @Test func filesThatAreNone() throws {
    #expect(throws: SettingFileError.self) { _ = try HeadMotion("/nowhere/head.csv") }
    #expect(Array(try poses("")).isEmpty)
    #expect(Array(try poses("seconds,yaw,pitch,roll")).isEmpty)
  }
}
