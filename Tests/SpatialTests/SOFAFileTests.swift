import Foundation
import Testing

@testable import Signal
@testable import Spatial

@Suite struct SOFAFileTests {
  @Test func readsTheDefaultFile() throws {
    let file = try SOFAFile.read(SOFAFile.defaultPaths[0])
    #expect(file.directions.count == 710)
    #expect(file.sampleRate == 44_100)
    let left = file.directions.indices.max { file.directions[$0].y < file.directions[$1].y }!
    #expect(energy(file, left, ear: 0) > 4 * energy(file, left, ear: 1))
  }

  @Test func saysWhatIsWrong() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("nearfar-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let whole = try Data(contentsOf: URL(fileURLWithPath: SOFAFile.defaultPaths[0]))
    let cases: [(String, Data?)] = [
      ("missing.sofa", nil), ("empty.sofa", Data()), ("text.sofa", Data("not a head\n".utf8)),
      ("half.sofa", whole.prefix(whole.count / 2)), ("start.sofa", whole.prefix(600)),
      ("end.sofa", whole.prefix(whole.count - 5_000)),
    ]
    for (name, data) in cases {
      let path = folder.appendingPathComponent(name).path
      if let data { try data.write(to: URL(fileURLWithPath: path)) }
      do throws(HeadDataError) {
        _ = try SOFAFile.read(path)
        Issue.record("\(name) was read")
      } catch {
        #expect(error.message.contains(path))
        if name == "missing.sofa" || name == "empty.sofa" { #expect(error.reason == .unreadable) }
        if name == "text.sofa" { #expect(error.reason == .notSOFA) }
        if name == "half.sofa" { #expect(error.reason == .damaged) }
      }
    }
  }

  @Test func aFailingFileLeavesTheDefault() {
    var messages: [String] = []
    let head = HeadModel(chosen: "/nowhere/head.sofa", sampleRate: 48_000, warn: { messages.append($0) })
    #expect(head.status == .defaultInsteadOfChosen)
    #expect(head.responses.directions.count == 710)
    #expect(messages.count == 1 && messages[0].contains("/nowhere/head.sofa"))
  }

  @Test func withoutAnyFileThereIsASphere() {
    var messages: [String] = []
    let head = HeadModel(chosen: nil, defaults: ["/nowhere/a.sofa"], sampleRate: 48_000, warn: { messages.append($0) })
    #expect(head.status == .sphere)
    #expect(messages.count == 1)
    let filters = FirstOrderHeadFilters(head.responses, taps: 320, aheadFrames: 8)
    // W → left ear: a head hears.
    let response = filters.responses[0]
    #expect((0..<320).contains { abs(response[$0]) > 0.2 })
  }

  private func energy(_ file: borrowing ImpulseResponses, _ direction: Int, ear: Int) -> Float {
    VectorMath.energy(file.response(direction, ear: ear), count: file.frames)
  }
}
