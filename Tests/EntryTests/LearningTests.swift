import HostSupport
import Testing

/// What is learnt goes to the worker and comes back, is kept in sessions as text, and takes turns with files.
@Suite struct LearningTests {
  private func make(_ host: FileHost) throws -> HostedPlugin {
    let descriptor = try #require(learningBundle.descriptor(at: 0))
    return try #require(HostedPlugin(descriptor, LearningPlugin.spec, folder: "/", log: host.log, files: host))
  }

  /// What is put out after some blocks of one frame.
  @discardableResult private func play(_ plugin: HostedPlugin, _ host: FileHost, blocks: Int = 6) -> Float {
    plugin.play(host, blocks: blocks)
  }

  private func learn(_ plugin: HostedPlugin, _ host: FileHost, frames: Int) -> Float {
    plugin["learn"] = 1
    play(plugin, host, blocks: frames)
    plugin["learn"] = 0
    return play(plugin, host)
  }

  @Test(arguments: [FileHost.Worker.immediate, .late]) func whatIsLearntIsPlayed(_ worker: FileHost.Worker) throws {
    let host = FileHost(worker)
    let plugin = try make(host)
    #expect(learn(plugin, host, frames: 12) == 12)
    // Again, from the start, with the memory that came back.
    #expect(learn(plugin, host, frames: 31) == 31)
    #expect(host.log.text.isEmpty && plugin["nothing_learnt"] == 0)
    host.set(LearningPlugin.target, "/there")
    #expect(learn(plugin, host, frames: 20) == 20)
    #expect(host.log.text.contains("written: 20 to /there") && host.told(LearningPlugin.target) == "/there")
  }

  @Test func nothingLearntChangesNothing() throws {
    let host = FileHost(.late)
    let plugin = try make(host)
    host.set(LearningPlugin.content, "/abc")
    #expect(play(plugin, host) == 4)
    #expect(learn(plugin, host, frames: 5) == 4)
    #expect(plugin["nothing_learnt"] == 1 && host.log.text.contains("too little was heard"))
    #expect(host.save() == 0 && host.stored(LearningPlugin.content) == "/abc")
    #expect(learn(plugin, host, frames: 11) == 11)
  }

  @Test func withoutAWorkerNothingIsLearnt() throws {
    let host = FileHost(.none)
    let plugin = try make(host)
    #expect(learn(plugin, host, frames: 50) == 0)
    #expect(host.save() == 0 && host.stored(LearningPlugin.text) == nil)
  }

  /// The later of the two counts.
  @Test func filesAndWhatIsLearntTakeTurns() throws {
    let host = FileHost(.late)
    let plugin = try make(host)
    host.set(LearningPlugin.content, "/abc")
    play(plugin, host)
    #expect(learn(plugin, host, frames: 12) == 12)
    #expect(host.told(LearningPlugin.content) == "")
    #expect(host.save() == 0)
    #expect(host.stored(LearningPlugin.content) == nil && host.stored(LearningPlugin.text) == "learnt 12")
    host.set(LearningPlugin.content, "/abcde")
    #expect(play(plugin, host) == 6)
    #expect(host.save() == 0)
    #expect(host.stored(LearningPlugin.content) == "/abcde" && host.stored(LearningPlugin.text) == nil)
    #expect(learn(plugin, host, frames: 12) == 12)
    host.set(LearningPlugin.content, "")
    #expect(play(plugin, host) == 0)
    #expect(host.save() == 0 && host.stored(LearningPlugin.text) == nil)
  }

  @Test(arguments: [true, false]) func sessionsKeepWhatWasLearnt(withMap: Bool) throws {
    let host = FileHost(.late)
    let plugin = try make(host)
    host.set(LearningPlugin.target, "/session/sub/mix.json")
    play(plugin, host)
    #expect(learn(plugin, host, frames: 44) == 44)
    #expect(host.save(withMap: withMap) == 0)
    #expect(host.stored(LearningPlugin.target) == "sub/mix.json" && host.stored(LearningPlugin.text) == "learnt 44")
    // In another folder, by a host without a worker: heard from the first block on.
    let other = FileHost(.none)
    let again = try make(other)
    other.store(LearningPlugin.target, "sub/mix.json")
    other.store(LearningPlugin.text, "learnt 44", type: "http://lv2plug.in/ns/ext/atom#String")
    #expect(other.restore(folder: "/moved/", withMap: withMap) == 0)
    #expect(play(again, other, blocks: 1) == 44)
    other.get(LearningPlugin.target)
    play(again, other)
    #expect(other.told(LearningPlugin.target) == "/moved/sub/mix.json")
    #expect(other.save(folder: "/moved/", withMap: withMap) == 0)
    #expect(other.stored(LearningPlugin.target) == "sub/mix.json" && other.stored(LearningPlugin.text) == "learnt 44")
  }

  @Test func textsThatFailAreKept() throws {
    let host = FileHost(.none)
    let plugin = try make(host)
    host.store(LearningPlugin.text, "nonsense", type: "http://lv2plug.in/ns/ext/atom#String")
    #expect(host.restore() == 0)
    #expect(play(plugin, host) == 0)
    #expect(plugin["failures"] == 1 && host.log.text.contains("bad text: nonsense"))
    #expect(host.save() == 0 && host.stored(LearningPlugin.text) == "nonsense")
    // No text at all.
    host.store(LearningPlugin.text, "7", type: "http://lv2plug.in/ns/ext/atom#Int")
    #expect(host.restore() != 0)
  }

  /// An instance that goes while its measurement is anywhere.
  @Test func destroyedAtAnyTime() throws {
    for blocks in 0..<4 {
      let host = FileHost(.late)
      let plugin = try make(host)
      plugin["learn"] = 1
      for _ in 0..<20 { plugin.run(1) }
      plugin["learn"] = 0
      for _ in 0..<blocks { plugin.run(1) }
      if blocks > 2 { host.work() }
    }
  }
}
