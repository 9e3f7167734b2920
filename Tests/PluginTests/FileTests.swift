import Foundation
import HostSupport
import Testing

/// A file that is chosen while the plugin plays: messages, worker, session.
@Suite(.serialized) struct FileTests {
  static let property = "urn:nearfar:hrtf"
  static let missing = "/nowhere/head.sofa"

  private func make(_ host: FileHost, rate: Double = 48_000) throws -> HostedPlugin {
    let subject = try #require(Subject.named("mixer-stereo"))
    let plugin = try #require(
      HostedPlugin(try subject.library(), subject.spec, sampleRate: rate, log: host.log, files: host))
    plugin.activate()
    return plugin
  }

  /// A plane wave from the left, 300 Hz, and the same as dialog.
  private func tone(_ frames: Int, rate: Double = 48_000) -> [[Float]] {
    let signal = (0..<frames).map { Float(0.3 * sin(2 * .pi * 300 * Double($0) / rate)) }
    let silent = [Float](repeating: 0, count: frames)
    return [signal, signal, silent, silent, signal]
  }

  private func noise(_ frames: Int) -> [[Float]] {
    (0..<5).map { TestSignal.pink(frames: frames, seed: UInt32($0 + 1)) }
  }

  private func tail(_ signals: [[Float]], _ frames: Int) -> [[Float]] { signals.map { Array($0.suffix(frames)) } }

  @Test(.enabled(if: Heads.areMade), arguments: [FileHost.Worker.immediate, .late])
  func aChosenHeadIsHeardWithoutAClick(_ worker: FileHost.Worker) throws {
    for head in [Heads.small, Heads.irregular] {
      let host = FileHost(worker)
      let plugin = try make(host)
      let before = plugin.render(tone(9600))
      #expect(plugin["hrtf_status"] == 0)
      host.set(Self.property, head)
      // Both renders of the tone are whole periods long.
      let during = plugin.render(tone(9600)) { start in if start >= 1024 { host.work() } }
      let after = plugin.render(tone(9600))
      #expect(plugin["hrtf_status"] == 1 && host.told == head)
      let chosen = try make(chosen: head).render(tone(9600))
      #expect(difference(tail(after, 4800), tail(chosen, 4800)) < 1e-5)
      #expect(difference(tail(after, 4800), tail(before, 4800)) > 0.003)
      let bound = 1.3 * max(largestBend(tail(before, 4800)), largestBend(tail(after, 4800)))
      #expect(largestBend(zip(tail(before, 256), during).map { $0 + $1 }) < bound)
      // The old one is on its way to be freed.
      host.work()
    }
  }

  /// From the first block on.
  private func make(chosen head: String) throws -> HostedPlugin {
    let host = FileHost(.none)
    let plugin = try make(host)
    host.store(Self.property, head)
    #expect(host.restore() == 0)
    return plugin
  }

  /// What a file says of its ears counts less than what they hear.
  @Test(.enabled(if: Heads.areMade)) func earsAreNotSwappedByALabel() throws {
    let normal = try make(FileHost(.immediate)).render(noise(4_800))
    expectBitEqual(try make(chosen: Heads.mislabelled).render(noise(4_800)), normal)
  }

  @Test(.enabled(if: Heads.areMade)) func headsAreEquallyLoud() throws {
    let reference = try make(FileHost(.none)).render(noise(24_000))
    let louder = try make(chosen: Heads.louder).render(noise(24_000))
    #expect(difference(reference, louder) < 1e-4 * peak(reference))
    func level(_ signals: [[Float]]) -> Double {
      10 * log10(signals.joined().reduce(0) { $0 + Double($1) * Double($1) })
    }
    for head in [Heads.small, Heads.irregular] {
      let level = try level(make(chosen: head).render(noise(24_000))) - level(reference)
      #expect(abs(level) < 2, "\(head): \(level) dB")
    }
  }

  @Test func aFileThatFailsLeavesTheSoundAndSaysWhy() throws {
    for (path, type) in [(Self.missing, nil), ("/etc/passwd", nil), ("4", "http://lv2plug.in/ns/ext/atom#Float")] {
      let host = FileHost(.late)
      let plugin = try make(host)
      let reference = try make(FileHost(.late)).render(noise(9600))
      host.set(Self.property, path, type: type)
      let output = plugin.render(noise(9600)) { _ in host.work() }
      expectBitEqual(output, reference)
      #expect(plugin["hrtf_status"] == 2)
      if type == nil { #expect(host.log.text.contains(path) && host.log.text.contains("stays")) }
      #expect(host.told == "")
      host.save()
      #expect(host.stored(Self.property) == nil)
      // It recovers, and an empty path is the default.
      host.set(Self.property, Heads.normal)
      _ = plugin.render(noise(9600)) { _ in host.work() }
      #expect(plugin["hrtf_status"] == 1)
      host.set(Self.property, "")
      _ = plugin.render(noise(9600)) { _ in host.work() }
      #expect(plugin["hrtf_status"] == 0 && host.told == "")
      #expect(plugin["latency"] == 0)
    }
  }

  @Test func aPathThatIsTooLongFails() throws {
    let host = FileHost(.late)
    let plugin = try make(host)
    host.set(Self.property, "/" + String(repeating: "a", count: 5000))
    plugin.run(0)
    #expect(host.work() == 0)
    plugin.run(0)
    #expect(plugin["hrtf_status"] == 2)
  }

  @Test(arguments: [true, false]) func theSessionKeepsThePath(withMap: Bool) throws {
    let folder = (Heads.normal as NSString).deletingLastPathComponent + "/"
    let host = FileHost(.late)
    let plugin = try make(host)
    host.set(Self.property, Heads.normal)
    for _ in 0..<30 {
      plugin.run(256)
      host.work()
    }
    #expect(plugin["hrtf_status"] == 1)
    #expect(host.save(folder: folder, withMap: withMap) == 0)
    #expect(host.stored(Self.property) == (Heads.normal as NSString).lastPathComponent)
    // Into another instance, and again out of it.
    let other = FileHost(.none)
    let again = try make(other)
    other.store(Self.property, try #require(host.stored(Self.property)))
    #expect(other.restore(folder: folder, withMap: withMap) == 0)
    again.run(64)
    #expect(again["hrtf_status"] == 1)
    other.get(Self.property)
    again.run(64)
    #expect(other.told == Heads.normal)
    #expect(other.save(folder: folder, withMap: withMap) == 0)
    #expect(other.stored(Self.property) == host.stored(Self.property))
  }

  @Test func aSessionWithoutAPathChangesNothing() throws {
    let host = FileHost(.late)
    let plugin = try make(host)
    #expect(host.save() == 0 && host.stored(Self.property) == nil)
    #expect(host.restore() == 0)
    expectBitEqual(plugin.render(noise(4800)), try make(FileHost(.none)).render(noise(4800)))
    #expect(plugin["hrtf_status"] == 0 && host.work() == 0)
  }

  @Test func aSessionWhoseFileIsGoneKeepsItsPath() throws {
    let host = FileHost(.none)
    let plugin = try make(host)
    host.store(Self.property, Self.missing)
    #expect(host.restore() == 0)
    plugin.run(64)
    #expect(plugin["hrtf_status"] == 2 && host.log.text.contains(Self.missing))
    #expect(host.save() == 0 && host.stored(Self.property) == Self.missing)
  }

  /// Without a worker a session alone can choose, and a message is not passed over in silence.
  @Test func aHostWithoutAWorker() throws {
    let host = FileHost(.none)
    let plugin = try make(host)
    host.set(Self.property, Heads.normal)
    plugin.run(256)
    #expect(plugin["hrtf_status"] == 2)
    for _ in 0..<3 {
      host.store(Self.property, Heads.normal)
      #expect(host.restore() == 0)
      for _ in 0..<30 { plugin.run(256) }
      #expect(plugin["hrtf_status"] == 1)
    }
  }

  @Test func restoringWhileAudioRuns() async throws {
    let host = FileHost(.none)
    let plugin = try make(host)
    host.store(Self.property, Heads.normal)
    let runner = Runner(plugin)
    let thread = Thread { runner.run() }
    thread.start()
    for _ in 0..<6 { #expect(host.restore() == 0) }
    runner.stop()
    #expect(plugin["hrtf_status"] == 1)
  }

  @Test func exchangingDoesNotAllocate() throws {
    let host = FileHost(.late)
    let plugin = try make(host)
    expectNoAllocation(plugin, host) { block in
      if block % 10 == 0 { host.set(Self.property, block % 20 == 0 ? Heads.normal : Self.missing) }
      if block % 10 == 5 { host.get(Self.property) }
    }
    #expect(host.told == Heads.normal)
  }

  /// Where headphones rest, a head is exchanged at once; the latency holds at every rate.
  @Test(arguments: sampleRates) func aHeadForHeadphonesThatRest(_ rate: Double) throws {
    let host = FileHost(.late)
    let plugin = try make(host, rate: rate)
    plugin["output_type"] = 3
    plugin.run(64)
    let latency = plugin["latency"]
    host.set(Self.property, Heads.normal)
    for _ in 0..<3 {
      plugin.run(64)
      host.work()
    }
    plugin.run(64)
    #expect(plugin["hrtf_status"] == 1 && plugin["latency"] == latency)
    // A next one finds the exchange over.
    host.set(Self.property, "")
    for _ in 0..<3 {
      plugin.run(64)
      host.work()
    }
    #expect(plugin["hrtf_status"] == 0 && host.told == "")
  }

  /// The newest of several choices wins, whatever comes in between.
  @Test(.enabled(if: Heads.areMade)) func theNewestChoiceWins() throws {
    let host = FileHost(.late)
    let plugin = try make(host)
    for head in [Heads.normal, Heads.irregular, Heads.louder, Heads.small] {
      host.set(Self.property, head)
      plugin.run(64)
    }
    for _ in 0..<100 {
      host.work()
      plugin.run(256)
    }
    #expect(host.told == Heads.small && plugin["hrtf_status"] == 1)
    host.save()
    #expect(host.stored(Self.property) == Heads.small)
  }
}

/// Runs a plugin in a thread of its own until it is stopped.
private final class Runner: @unchecked Sendable {
  private let plugin: HostedPlugin
  private let lock = NSLock()
  private let done = DispatchSemaphore(value: 0)
  private var mustStop = false

  init(_ plugin: HostedPlugin) { self.plugin = plugin }

  func run() {
    while !lock.withLock({ mustStop }) { plugin.run(128) }
    for _ in 0..<60 { plugin.run(128) }
    done.signal()
  }

  func stop() {
    lock.withLock { mustStop = true }
    done.wait()
  }
}
