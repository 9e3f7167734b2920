import HostSupport
import Testing

/// Two files on one plugin: each is chosen, fails, and is kept in sessions by itself.
@Suite struct TwoFilesTests {
  private static let (first, second) = (TwoFiles.first, TwoFiles.second)

  private func make(_ host: FileHost) throws -> HostedPlugin {
    let descriptor = try #require(testBundle.descriptor(at: 0))
    return try #require(HostedPlugin(descriptor, TwoFiles.spec, folder: "/", log: host.log, files: host))
  }

  /// 1000 times the first file's value, and the second's.
  private func play(_ plugin: HostedPlugin, _ host: FileHost, blocks: Int = 12) -> Float {
    plugin.play(host, blocks: blocks)
  }

  @Test(arguments: [FileHost.Worker.immediate, .late]) func eachIsChosenByItself(_ worker: FileHost.Worker) throws {
    let host = FileHost(worker)
    let plugin = try make(host)
    host.set(Self.second, "/abc")
    #expect(play(plugin, host) == 4)
    #expect(host.told(Self.first) == "(none)" && host.told(Self.second) == "/abc")
    host.set(Self.first, "/a")
    #expect(play(plugin, host) == 2004)
    #expect(host.told(Self.first) == "/a" && host.told(Self.second) == "/abc")
    // Both in one block, and back to the defaults one by one.
    host.set(Self.first, "/12345")
    host.set(Self.second, "/12")
    host.set(Self.first, "/1234")
    #expect(play(plugin, host) == 5003)
    host.set(Self.first, "")
    #expect(play(plugin, host) == 3)
    host.set(Self.second, "")
    #expect(play(plugin, host) == 0)
    #expect(host.log.text.isEmpty)
  }

  @Test func oneThatFailsLeavesTheOther() throws {
    let host = FileHost(.late)
    let plugin = try make(host)
    host.set(Self.first, "/bad")
    host.set(Self.second, "/good")
    #expect(play(plugin, host) == 5)
    #expect(plugin["first_failures"] == 1 && plugin["second_failures"] == 0)
    #expect(host.told(Self.first) == "" && host.told(Self.second) == "/good")
    #expect(host.log.text.contains("file 0 is bad: /bad"))
    host.set(Self.first, "/" + String(repeating: "a", count: 5000))
    host.set(Self.second, "3", type: "http://lv2plug.in/ns/ext/atom#Float")
    #expect(play(plugin, host) == 5)
    #expect(plugin["first_failures"] == 2 && plugin["second_failures"] == 1)
  }

  @Test func aQuestionWithoutAPropertyIsAnsweredForBoth() throws {
    let host = FileHost(.late)
    let plugin = try make(host)
    host.set(Self.first, "/a")
    host.set(Self.second, "/bc")
    _ = play(plugin, host)
    host.get(Self.first)
    plugin.run(0)
    #expect(host.told == "/a")
    // Long paths do not fit together: the second comes with the next block.
    let (one, two) = ("/" + String(repeating: "1", count: 4000), "/" + String(repeating: "2", count: 4000))
    host.set(Self.first, one)
    host.set(Self.second, two)
    #expect(play(plugin, host, blocks: 20) == 4_001_000 + 4001)
    #expect(host.told(Self.first) == one && host.told(Self.second) == two)
  }

  @Test(arguments: [true, false]) func sessionsKeepBoth(withMap: Bool) throws {
    let host = FileHost(.late)
    let plugin = try make(host)
    host.set(Self.first, "/session/a")
    host.set(Self.second, "/other/abc")
    _ = play(plugin, host)
    #expect(host.save(withMap: withMap) == 0)
    #expect(host.stored(Self.first) == "a" && host.stored(Self.second) == "/other/abc")
    // The folder has moved.
    let other = FileHost(.none)
    let again = try make(other)
    other.store(Self.first, "a")
    other.store(Self.second, "/other/abc")
    #expect(other.restore(folder: "/moved/away/", withMap: withMap) == 0)
    #expect(play(again, other) == 13_010)
    #expect(other.save(folder: "/moved/away/", withMap: withMap) == 0)
    #expect(other.stored(Self.first) == "a" && other.stored(Self.second) == "/other/abc")
    // One alone: the other plays on.
    let alone = FileHost(.none)
    alone.store(Self.second, "/12")
    let third = try make(alone)
    #expect(alone.restore() == 0)
    #expect(play(third, alone) == 3)
    #expect(alone.save() == 0 && alone.stored(Self.first) == nil && alone.stored(Self.second) == "/12")
  }

  @Test func aSessionWithOneBadFileRestoresTheOther() throws {
    let host = FileHost(.none)
    let plugin = try make(host)
    host.store(Self.first, "/bad")
    host.store(Self.second, "/good")
    #expect(host.restore() == 0)
    #expect(play(plugin, host) == 5)
    #expect(plugin["first_failures"] == 1 && plugin["second_failures"] == 0)
    // The path of a file that is only away is not lost.
    #expect(host.save() == 0 && host.stored(Self.first) == "/bad" && host.stored(Self.second) == "/good")
    // Nonsense in the session is reported, after the other has been restored.
    host.store(Self.first, "7", type: "http://lv2plug.in/ns/ext/atom#Int")
    host.store(Self.second, "/ok")
    #expect(host.restore() != 0)
    #expect(play(plugin, host) == 3)
  }
}
