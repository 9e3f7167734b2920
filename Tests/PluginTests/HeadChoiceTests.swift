import Foundation
import HostSupport
import Testing

/// Every plugin that renders through a head takes another one while it plays, and an equalization of the headphones.
@Suite(.serialized) struct HeadChoiceTests {
  static let plugins = ["bed-stereo", "bed-5_1", "bed-7_1_4", "audiomix-stereo"]

  private func make(_ name: String, _ host: FileHost) throws -> (Subject, HostedPlugin) {
    let subject = try #require(Subject.named(name))
    let plugin = try #require(HostedPlugin(try subject.library(), subject.spec, log: host.log, files: host))
    plugin.activate()
    return (subject, plugin)
  }

  @Test(.enabled(if: Heads.areMade), arguments: plugins)
  func aChosenHeadIsHeard(_ name: String) throws {
    let host = FileHost(.late)
    let (subject, plugin) = try make(name, host)
    let sine = (0..<19_200).map { Float(0.1 * sin(2 * .pi * 300 * Double($0) / 48_000)) }
    let inputs = subject.spec.audioInputs.map { _ in sine }
    let before = plugin.render(inputs)
    host.set(FileTests.property, Heads.small)
    let during = plugin.render(inputs) { start in if start >= 1024 { host.work() } }
    let after = plugin.render(inputs)
    #expect(plugin["hrtf_status"] == 1 && host.told == Heads.small)
    #expect(difference(before.map { Array($0.suffix(960)) }, after.map { Array($0.suffix(960)) }) > 0.003)
    // A tone that goes on, from period to period: what is not smooth shows in the second difference.
    let bound =
      1.5
      * max(largestBend(before.map { Array($0.suffix(4800)) }), largestBend(after.map { Array($0.suffix(4800)) }))
    #expect(largestBend(during) < bound)
    // From the start through a session: the same sound. (What the remix has heard before makes a difference.)
    if name.hasPrefix("audiomix") { return }
    let session = FileHost(.none, choosing: Heads.small)
    let (_, chosen) = try make(name, session)
    #expect(session.restore() == 0)
    let expected = chosen.render(inputs)
    #expect(difference(expected.map { Array($0.suffix(960)) }, after.map { Array($0.suffix(960)) }) < 1e-4)
  }

  @Test(arguments: plugins) func aFileThatFailsLeavesTheSoundAndSaysWhy(_ name: String) throws {
    let host = FileHost(.late)
    let (subject, plugin) = try make(name, host)
    let inputs = subject.inputs(frames: 9600)
    let reference = try make(name, FileHost(.late)).1.render(inputs)
    host.set(FileTests.property, FileTests.missing)
    expectBitEqual(plugin.render(inputs) { _ in host.work() }, reference)
    #expect(plugin["hrtf_status"] == 2 && host.log.text.contains(FileTests.missing))
  }

  @Test(arguments: plugins) func anEqualizationIsHeardOnHeadphonesAlone(_ name: String) throws {
    let host = FileHost(.none)
    let (subject, plugin) = try make(name, host)
    let inputs = subject.inputs(frames: 9600)
    let flat = try make(name, FileHost(.none)).1.render(inputs)
    host.store(EqualizationFileTests.property, EqualizationFileTests.quieter)
    #expect(host.restore() == 0)
    // −6.02 dB, and double precision within.
    #expect(difference(plugin.render(inputs), flat.map { $0.map { 0.5 * $0 } }) < 1e-5 && peak(flat) > 0.05)
    #expect(plugin["eq_status"] == 1)
    guard name.hasPrefix("bed") else { return }
    // Switched off a bed is the plain downmix, whatever the headphones.
    plugin["enabled"] = 0
    _ = plugin.render(inputs)
    let (_, other) = try make(name, FileHost(.none))
    other["enabled"] = 0
    _ = other.render(inputs)
    expectBitEqual(plugin.render(inputs), other.render(inputs))
  }
}

extension FileHost {
  /// A host whose session holds a head.
  convenience init(_ worker: Worker, choosing head: String) {
    self.init(worker)
    store(FileTests.property, head)
  }
}
