import CHostSupport
import Foundation
import HostSupport
import Testing

/// The remix learns a mix from what it hears.
@Suite(.serialized) struct LearningTests {
  static let (mix, target, text) = ("urn:nearfar:mix", "urn:nearfar:learned", "urn:nearfar:learned-mix")
  static let loud = temporaryFile("learn-loud.json", #"{"format": "nearfar-mix/1", "dialog": {"gain": 6}}"#)

  private let remix = Subject.named("remix")!
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("nearfar-learning-\(getpid())-\(UUID().uuidString)").path

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false) }

  private func make(_ host: FileHost, _ controls: [String: Float] = [:]) throws -> HostedPlugin {
    let plugin = try #require(
      HostedPlugin(try remix.library(), remix.spec, sampleRate: 48_000, log: host.log, files: host))
    plugin.set(controls)
    plugin.activate()
    return plugin
  }

  private func play(
    _ plugin: HostedPlugin, _ host: FileHost, _ inputs: [[Float]], blocks: Blocks = .fixed(256)
  ) -> [[Float]] {
    plugin.render(inputs, blocks: blocks) { _ in host.work() }
  }

  @discardableResult private func learn(_ plugin: HostedPlugin, _ host: FileHost, _ inputs: [[Float]]) -> [[Float]] {
    plugin["learn"] = 1
    let output = play(plugin, host, inputs)
    #expect(plugin["mix_status"] == 4)
    plugin["learn"] = 0
    _ = play(plugin, host, inputs.map { Array($0.prefix(4096)) })
    return output
  }

  private func json(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private func number(_ json: [String: Any], _ keys: String...) -> Double? {
    keys.dropLast().reduce(json as [String: Any]?) { $0?[$1] as? [String: Any] }?[keys.last!] as? Double
  }

  private func level(_ signal: [Float]) -> Double {
    10 * log10(signal.reduce(0) { $0 + Double($1) * Double($1) } / Double(signal.count))
  }

  @Test(arguments: [FileHost.Worker.immediate, .late]) func whatIsLearnedIsFollowedKeptAndWritten(
    _ worker: FileHost.Worker
  ) throws {
    let inputs = remix.inputs(frames: 192_000)
    let path = folder + "/learned.json"
    let host = FileHost(worker)
    let plugin = try make(host, ["style": 4])
    host.set(Self.target, path)
    let before = learn(plugin, host, inputs)[4]
    #expect(plugin["mix_status"] == 3)
    #expect(host.log.text.contains("the learned mix was written to \(path)"))
    let file = try json(String(contentsOfFile: path, encoding: .utf8))
    #expect(file["format"] as? String == "nearfar-mix/1")
    let dialog = try #require(number(file, "loudness", "dialog"))
    let gain = try #require(number(file, "dialog", "gain"))
    #expect(abs(dialog + gain + 23) < 0.02 && number(file, "ambience", "gain") == gain)
    // Gated speech is a little above its mean power, however weighted.
    #expect(abs(dialog - level(before)) < 3, "\(dialog), \(level(before))")
    let talkers = try #require(file["talkers"] as? [[String: Any]])
    #expect(abs(try #require(talkers.first?["azimuth"] as? Double) - 30) < 15)
    // Followed: the stem is louder by the gain.
    let after = play(plugin, host, inputs)[4]
    #expect(abs(level(Array(after.suffix(96_000))) - level(Array(before.suffix(96_000))) - gain) < 0.5)
    // Kept: heard again from the session alone, to the bit.
    #expect(host.save(folder: folder + "/") == 0)
    #expect(host.stored(Self.mix) == nil && host.stored(Self.target) == "learned.json")
    let text = try #require(host.stored(Self.text))
    #expect(text == (try String(contentsOfFile: path, encoding: .utf8)))
    try sessionIsHeardAgain(text, like: path)
  }

  private func sessionIsHeardAgain(_ text: String, like path: String) throws {
    let inputs = remix.inputs(frames: 24_000)
    let other = FileHost(.none)
    let again = try make(other, ["style": 1])
    other.store(Self.text, text, type: "http://lv2plug.in/ns/ext/atom#String")
    #expect(other.restore(folder: "/elsewhere/") == 0)
    let output = again.render(inputs)
    #expect(again["mix_status"] == 3)
    let chosen = FileHost(.none)
    let byFile = try make(chosen, ["style": 1])
    chosen.store(Self.mix, path)
    #expect(chosen.restore() == 0)
    expectBitEqual(output, byFile.render(inputs))
    #expect(byFile["mix_status"] == 1)
  }

  @Test func badTargetsAreRefusedAndLoseNothing() throws {
    let foreign = folder + "/notes.json"
    try "{\"mine\": 1}".write(toFile: foreign, atomically: false, encoding: .utf8)
    let good = folder + "/good.json"
    let host = FileHost(.late)
    let plugin = try make(host)
    let inputs = remix.inputs(frames: 96_000)
    host.set(Self.target, good)
    _ = play(plugin, host, inputs.map { Array($0.prefix(2048)) })
    for (path, reason) in [
      (foreign, "is another file, and was left as it is"), (folder, "is a folder"),
      (folder + "/no/mix.json", "choose a folder that exists"),
      ("/dev/null", "is no ordinary file"),
    ] {
      host.set(Self.target, path)
      _ = play(plugin, host, inputs.map { Array($0.prefix(2048)) })
      #expect(plugin["mix_status"] == 2 && host.told(Self.target) == good)
      let line = try #require(host.log.text.split(separator: "\n").last)
      #expect(line.contains(path) && line.contains(reason) && line.hasSuffix("; where learned mixes are written stays"))
    }
    // The one before is still written to.
    learn(plugin, host, inputs)
    #expect(plugin["mix_status"] == 3 && FileManager.default.fileExists(atPath: good))
    #expect(try String(contentsOfFile: foreign, encoding: .utf8) == "{\"mine\": 1}")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["good.json", "notes.json"])
  }

  /// A file of another kind came there after the path had been chosen.
  @Test func whatCannotBeWrittenIsFollowedAllTheSame() throws {
    let path = folder + "/mix.json"
    let host = FileHost(.late)
    let plugin = try make(host)
    let inputs = remix.inputs(frames: 96_000)
    host.set(Self.target, path)
    _ = play(plugin, host, inputs.map { Array($0.prefix(2048)) })
    try "mine".write(toFile: path, atomically: false, encoding: .utf8)
    learn(plugin, host, inputs)
    #expect(plugin["mix_status"] == 5)
    #expect(host.log.text.contains("\(path): is another file, and was left as it is"))
    #expect(host.log.text.contains("; the learned mix is followed, and kept in the session"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    #expect(host.save() == 0 && host.stored(Self.text)?.contains("nearfar-mix/1") == true)
  }

  @Test func silenceTeachesNothing() throws {
    let inputs = remix.inputs(frames: 48_000)
    let silence = inputs.map { $0.map { _ in Float(0) } }
    let host = FileHost(.late)
    let plugin = try make(host)
    host.store(Self.mix, Self.loud)
    #expect(host.restore() == 0)
    let reference = FileHost(.none)
    let same = try make(reference)
    reference.store(Self.mix, Self.loud)
    #expect(reference.restore() == 0)
    plugin["learn"] = 1
    expectBitEqual(play(plugin, host, silence), same.render(silence))
    plugin["learn"] = 0
    expectBitEqual(play(plugin, host, inputs), same.render(inputs))
    #expect(plugin["mix_status"] == 6 && host.log.text.contains("nothing was learned, as nothing above -70 LUFS"))
    #expect(host.save() == 0 && host.stored(Self.mix) == Self.loud && host.stored(Self.text) == nil)
  }

  @Test func aHostWithoutAWorkerIsToldSo() throws {
    let inputs = remix.inputs(frames: 48_000)
    let host = FileHost(.none)
    let plugin = try make(host, ["learn": 1])
    let plain = try make(FileHost(.none))
    expectBitEqual(plugin.render(inputs), plain.render(inputs))
    #expect(plugin["mix_status"] == 7)
    plugin["learn"] = 0
    expectBitEqual(plugin.render(inputs), plain.render(inputs))
    #expect(plugin["mix_status"] == 0 && host.save() == 0 && host.stored(Self.text) == nil)
  }

  /// Learning is listening: it changes nothing that is heard meanwhile.
  @Test func learningIsNotHeard() throws {
    let inputs = remix.inputs(frames: 48_000)
    let host = FileHost(.late)
    let plugin = try make(host, ["learn": 1, "remix_amount": 0.8])
    let plain = try make(FileHost(.none), ["remix_amount": 0.8])
    expectBitEqual(play(plugin, host, inputs, blocks: .mixed), plain.render(inputs))
  }

  @Test func learningDoesNotAllocate() throws {
    let host = FileHost(.late)
    let plugin = try make(host)
    let inputs = remix.inputs(frames: 96_000)
    learn(plugin, host, inputs)
    // With sound, or there is nothing to learn.
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: 256)
    memory.update(from: Array(inputs[0][9000..<9256]), count: 256)
    for port in remix.spec.audioInputs { plugin.connect(port, to: memory) }
    expectNoAllocation(plugin, host) { block in
      if block % 12 == 3 { plugin["learn"] = 1 }
      if block % 12 == 9 { plugin["learn"] = 0 }
    }
    for port in remix.spec.audioInputs { plugin.connect(port, to: nil) }
    memory.deallocate()
    _ = play(plugin, host, inputs.map { Array($0.prefix(2048)) })
    #expect(plugin["mix_status"] == 3 || plugin["mix_status"] == 6)
  }
}
