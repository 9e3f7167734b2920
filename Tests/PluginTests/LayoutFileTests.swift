import Foundation
import HostSupport
import Testing

/// A loudspeaker layout that is chosen while the mixer plays.
@Suite(.serialized) struct LayoutFileTests {
  static let property = "urn:nearfar:layout"
  /// Left and right on outputs 9 and 3, the rest behind.
  static let five = path(
    "five", [(30, 0, 9), (-30, 0, 3), (0, 0, 1), (110, 0, 16), (-110, 0, 12)])
  static let cube = path(
    "cube",
    [
      (45, 35, 1), (-45, 35, 2), (135, 35, 3), (-135, 35, 4), (45, -35, 5), (-45, -35, 6), (135, -35, 7),
      (-135, -35, 8),
    ])
  static let wrong = path("wrong", [(30, 0, 1), (-30, 0, 1)])

  private static func path(_ name: String, _ places: [(Int, Int, Int)]) -> String {
    let items = places.map { "{\"Azimuth\": \($0.0), \"Elevation\": \($0.1), \"Radius\": 1, \"Channel\": \($0.2)}" }
    let text = "{\"LoudspeakerLayout\": {\"Loudspeakers\": [" + items.joined(separator: ", ") + "]}}"
    return temporaryFile("\(name).json", text)
  }

  private func make(_ host: FileHost, _ name: String = "mixer-custom", rate: Double = 48_000) throws -> HostedPlugin {
    let subject = try #require(Subject.named(name))
    let plugin = try #require(
      HostedPlugin(try subject.library(), subject.spec, sampleRate: rate, log: host.log, files: host))
    plugin.activate()
    return plugin
  }

  private func inputs(_ frames: Int) -> [[Float]] {
    TestSignal.inputs(for: Subject.named("mixer-custom")!.spec, frames: frames, sampleRate: 48_000)
  }

  private func tone(_ frames: Int) -> [[Float]] {
    let signal = (0..<frames).map { Float(0.3 * sin(2 * .pi * 300 * Double($0) / 48_000)) }
    let silent = [Float](repeating: 0, count: frames)
    return [signal, signal, silent, silent, signal]
  }

  @Test func withoutAFileItIsTheQuad() throws {
    let custom = try make(FileHost(.none)).render(inputs(9600))
    let quad = try #require(Subject.named("mixer-quad")).render(inputs(9600))
    expectBitEqual(Array(custom[..<4]), quad)
    #expect(custom[4...].allSatisfy { $0.allSatisfy { $0 == 0 } })
  }

  @Test(arguments: [FileHost.Worker.immediate, .late]) func aLayoutIsHeardWithoutAClick(_ worker: FileHost.Worker)
    throws
  {
    let host = FileHost(worker)
    let plugin = try make(host)
    let before = plugin.render(tone(9600))
    #expect(plugin["layout_status"] == 0)
    host.set(Self.property, Self.five)
    let during = plugin.render(tone(9600)) { _ in host.work() }
    let after = plugin.render(tone(9600))
    #expect(plugin["layout_status"] == 1 && host.told == Self.five && plugin["latency"] == 0)
    // A click would bend a hundred times as much.
    let bound = 1.5 * max(largestBend(before.map { Array($0[4800...]) }), largestBend(after))
    #expect(largestBend(zip(before, during).map { $0.suffix(256) + $1 }) < bound)
    let used = [0, 2, 8, 11, 15]
    for output in 0..<16 {
      #expect(peak([after[output]]) > 0.01 || !used.contains(output))
      if !used.contains(output) { #expect(peak([after[output]]) == 0) }
    }
    // The dialog in front is in the loudspeaker there alone.
    var dialog = tone(9600)
    for channel in 0..<4 { dialog[channel] = [Float](repeating: 0, count: 9600) }
    let alone = plugin.render(dialog).map { Array($0[4800...]) }
    #expect(peak([alone[0]]) > 0.29 && used.dropFirst().allSatisfy { peak([alone[$0]]) < 1e-3 })
    host.work()
  }

  @Test func aLayoutThatFailsLeavesTheOneBefore() throws {
    let host = FileHost(.late)
    let plugin = try make(host)
    host.set(Self.property, Self.cube)
    _ = plugin.render(tone(9600)) { _ in host.work() }
    let reference = plugin.render(tone(9600))
    for path in [Self.wrong, "/nowhere/layout.json", "/etc/passwd", "/tmp", "/dev/zero"] {
      host.set(Self.property, path)
      expectBitEqual(plugin.render(tone(9600)) { _ in host.work() }, reference)
      #expect(plugin["layout_status"] == 2)
      #expect(host.log.text.contains(path) && host.log.text.contains("stays"))
    }
    #expect(host.log.text.contains("loudspeaker 2: Channel 1 is taken"))
    host.save()
    #expect(host.stored(Self.property) == Self.cube)
    let other = FileHost(.none)
    let again = try make(other)
    other.store(Self.property, Self.cube)
    #expect(other.restore() == 0)
    again.run(64)
    #expect(again["layout_status"] == 1)
  }

  @Test func exchangingDoesNotAllocate() throws {
    let host = FileHost(.late)
    let plugin = try make(host)
    expectNoAllocation(plugin, host) { block in
      if block % 10 == 0 { host.set(Self.property, block % 20 == 0 ? Self.five : Self.cube) }
      if block % 30 == 5 { host.set(Self.property, Self.wrong) }
    }
  }
}
