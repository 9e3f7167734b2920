import Foundation
import HostSupport
import Testing

/// An equalization that is chosen while the stereo mixer plays, beside a head.
@Suite(.serialized) struct EqualizationFileTests {
  static let property = "urn:nearfar:headphone-eq"
  static let head = "urn:nearfar:hrtf"
  static let quieter = temporaryFile("quieter.txt", "Preamp: -6.0206 dB\n")
  static let shaped = temporaryFile(
    "shaped.txt",
    "Preamp: -3 dB\nFilter 1: ON LSC Fc 105 Hz Gain 6 dB Q 0.7\nFilter 2: ON PK Fc 300 Hz Gain -9 dB Q 2\n")
  static let wrong = temporaryFile("wrong.txt", "Preamp: -3 dB\nFilter 1: ON PK Fc oops Hz\n")

  private func make(_ host: FileHost, rate: Double = 48_000) throws -> HostedPlugin {
    let subject = try #require(Subject.named("mixer-stereo"))
    let plugin = try #require(
      HostedPlugin(try subject.library(), subject.spec, sampleRate: rate, log: host.log, files: host))
    plugin.activate()
    return plugin
  }

  private func tone(_ frames: Int) -> [[Float]] {
    let signal = (0..<frames).map { Float(0.3 * sin(2 * .pi * 300 * Double($0) / 48_000)) }
    let silent = [Float](repeating: 0, count: frames)
    return [signal, signal, silent, silent, signal]
  }

  @Test(arguments: [FileHost.Worker.immediate, .late]) func aFileIsHeardWithoutAClick(_ worker: FileHost.Worker) throws
  {
    let host = FileHost(worker)
    let plugin = try make(host)
    let before = plugin.render(tone(9600))
    #expect(plugin["eq_status"] == 0)
    host.set(Self.property, Self.shaped)
    let during = plugin.render(tone(9600)) { _ in host.work() }
    let after = plugin.render(tone(9600))
    #expect(plugin["eq_status"] == 1 && plugin["hrtf_status"] == 0 && host.told == Self.shaped)
    let bound = 1.2 * max(largestBend(before.map { Array($0[4800...]) }), largestBend(after))
    #expect(largestBend(zip(before, during).map { $0.suffix(256) + $1 }) < bound)
    host.work()
    // Back to flat: to the bit.
    host.set(Self.property, "")
    _ = plugin.render(tone(9600)) { _ in host.work() }
    expectBitEqual(plugin.render(tone(9600)), try make(FileHost(.none)).steady(tone(9600)))
    #expect(plugin["eq_status"] == 0 && host.told == "")
  }

  @Test(arguments: sampleRates) func theLevelIsRightAtEveryRate(_ rate: Double) throws {
    let host = FileHost(.none)
    let (plugin, flat) = (try make(host, rate: rate), try make(FileHost(.none), rate: rate))
    host.store(Self.property, Self.quieter)
    #expect(host.restore() == 0)
    let (quiet, reference) = (plugin.render(tone(9600)), flat.render(tone(9600)))
    #expect(difference(quiet, reference.map { $0.map { 0.5 * $0 } }) < 1e-5)
    #expect(plugin["latency"] == flat["latency"])
  }

  @Test func loudspeakersStayAsTheyAre() throws {
    let host = FileHost(.none)
    let plugin = try make(host)
    plugin["output_type"] = 3
    host.store(Self.property, Self.shaped)
    #expect(host.restore() == 0)
    let other = try make(FileHost(.none))
    other["output_type"] = 3
    expectBitEqual(plugin.render(tone(4800)), other.render(tone(4800)))
    #expect(plugin["eq_status"] == 1)
  }

  @Test func blocksDoNotMatter() throws {
    func render(_ blocks: Blocks) throws -> [[Float]] {
      let host = FileHost(.none)
      let plugin = try make(host)
      host.store(Self.property, Self.shaped)
      #expect(host.restore() == 0)
      plugin.run(0)
      return plugin.render(tone(20_000), blocks: blocks)
    }
    let reference = try render(.fixed(256))
    for blocks in [Blocks.fixed(1), .fixed(1024), .mixed] { try expectBitEqual(render(blocks), reference) }
  }

  @Test func aFileThatFailsLeavesTheOneBefore() throws {
    let host = FileHost(.late)
    let plugin = try make(host)
    host.set(Self.property, Self.shaped)
    _ = plugin.render(tone(9600)) { _ in host.work() }
    let reference = plugin.render(tone(9600))
    for path in [Self.wrong, "/nowhere/eq.csv", "/tmp", "/dev/zero", "/bin/ls"] {
      host.set(Self.property, path)
      expectBitEqual(plugin.render(tone(9600)) { _ in host.work() }, reference)
      #expect(plugin["eq_status"] == 2 && plugin["hrtf_status"] == 0)
      #expect(host.log.text.contains(path) && host.log.text.contains("stays"))
      #expect(host.told(Self.property) == Self.shaped)
    }
    #expect(host.log.text.contains("line 2: \"oops\" is no number"))
    host.save()
    #expect(host.stored(Self.property) == Self.shaped && host.stored(Self.head) == nil)
    host.set(Self.property, Self.quieter)
    _ = plugin.render(tone(9600)) { _ in host.work() }
    #expect(plugin["eq_status"] == 1)
  }

  @Test func aSessionKeepsHeadAndEqualization() throws {
    let host = FileHost(.late)
    let plugin = try make(host)
    host.set(Self.property, Self.shaped)
    host.set(Self.head, Heads.normal)
    _ = plugin.render(tone(9600)) { _ in host.work() }
    #expect(plugin["eq_status"] == 1 && plugin["hrtf_status"] == 1)
    #expect(host.save() == 0)
    let other = FileHost(.none)
    let again = try make(other)
    other.store(Self.property, try #require(host.stored(Self.property)))
    other.store(Self.head, "/nowhere/head.sofa")
    #expect(other.restore() == 0)
    again.run(64)
    // The head is gone, the equalization is heard.
    #expect(again["eq_status"] == 1 && again["hrtf_status"] == 2)
  }

  @Test func exchangingDoesNotAllocate() throws {
    let host = FileHost(.late)
    let plugin = try make(host)
    expectNoAllocation(plugin, host) { block in
      if block % 10 == 0 { host.set(Self.property, block % 20 == 0 ? Self.shaped : Self.quieter) }
      if block % 30 == 5 { host.set(Self.property, Self.wrong) }
    }
  }
}

extension HostedPlugin {
  /// What follows 28800 frames of the same.
  fileprivate func steady(_ inputs: [[Float]]) -> [[Float]] {
    for _ in 0..<4 { _ = render(inputs) }
    return render(inputs)
  }
}
