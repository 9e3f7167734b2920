import Foundation
import HostSupport

/// The peers are measured by a small C++ program, `bench/peers`, which is compiled here; without their packages there are none.
enum Peers {
  static func percent() -> [(String, [Int: Double])] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("nearfar-bench-\(getpid())")
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let program = folder.appendingPathComponent("peers").path
      let compilation = try run([
        "g++", "-O3", "-march=native", "-o", program, source, "-lspatialaudio", "-ldl",
      ])
      guard compilation.status == 0 else {
        print("(no peers: g++, libspatialaudio-dev and amb-plugins are needed)\n\(compilation.output)")
        return []
      }
      let signal = folder.appendingPathComponent("field.f32")
      let field = TestSignal.field(frames: BenchCommand.signalFrames, sampleRate: BenchCommand.sampleRate)
      try field.joined().withContiguousData { try $0.write(to: signal) }
      let blocks = BenchCommand.blocks.map { "\($0)" }
      let measured = try run(
        [program, signal.path, "\(BenchCommand.sampleRate)", "\(BenchCommand.repeats)"] + blocks)
      return parse(measured.output)
    } catch {
      print("(no peers: \(error))")
      return []
    }
  }

  /// Beside this package's sources, wherever the command is started.
  private static var source: String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("bench/peers/peers.cpp").path
  }

  private static func parse(_ text: String) -> [(String, [Int: Double])] {
    var found: [(String, [Int: Double])] = []
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: "\t").map(String.init)
      guard fields.count == 3, let block = Int(fields[1]), let percent = Double(fields[2]) else { continue }
      if let index = found.firstIndex(where: { $0.0 == fields[0] }) {
        found[index].1[block] = percent
      } else {
        found.append((fields[0], [block: percent]))
      }
    }
    return found
  }

  private static func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, output)
  }
}

extension Sequence where Element == Float {
  fileprivate func withContiguousData(_ body: (Data) throws -> Void) rethrows {
    try Array(self).withUnsafeBytes { try body(Data($0)) }
  }
}
