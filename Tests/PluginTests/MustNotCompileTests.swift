import Foundation
import Testing

/// The compiler's real-time proof itself: code that allocates or locks on the audio thread does not compile.
@Suite struct MustNotCompileTests {
  @Test(arguments: ["AllocatesInARun", "TakesAReferenceInARun"]) func isRejected(_ fixture: String) throws {
    let (status, output) = try compile(fixture)
    #expect(status != 0 && (output.contains("lock") || output.contains("allocat")), "\(output)")
  }

  @Test func theControlCompiles() throws {
    let (status, output) = try compile("RunsInRealTime")
    #expect(status == 0, "\(output)")
  }

  private func compile(_ fixture: String) throws -> (status: Int32, output: String) {
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/\(fixture).swift.txt")
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("nearfar-\(fixture)-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let copy = folder.appendingPathComponent("\(fixture).swift")
    try FileManager.default.copyItem(at: source, to: copy)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "swiftc", "-parse-as-library", "-c", copy.path, "-o", folder.appendingPathComponent("out.o").path,
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, output)
  }
}
