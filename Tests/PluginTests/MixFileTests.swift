import Foundation
import HostSupport
import Testing

/// Mix metadata that are chosen while the remix plays.
@Suite(.serialized) struct MixFileTests {
  static let property = "urn:nearfar:mix"
  static let louder = temporaryFile("louder.json", #"{"format": "nearfar-mix/1", "dialog": {"gain": 6}}"#)
  static let shaped = temporaryFile(
    "shaped.json",
    """
    {"format": "nearfar-mix/1", "future": [1, 2], "loudness": {"dialog": -22, "ambience": -30},
     "dialog": {"gain": 2, "equalization": [{"type": "peak", "frequency": 900, "gain": 8, "q": 0.8}]},
     "ambience": {"gain": -2, "equalization": [{"type": "low-shelf", "frequency": 250, "gain": -9},
       {"type": "high-pass", "frequency": 60}]}}
    """)
  static let newer = temporaryFile("newer.json", #"{"format": "nearfar-mix/2", "dialog": {"gain": 6}}"#)
  static let broken = temporaryFile("broken.json", "{\"format\": \"nearfar-mix/1\",\n \"dialog\": {\"gain\": NaN}}")
  static let hostile = temporaryFile(
    "hostile.json",
    #"{"format": "nearfar-mix/1", "ambience": {"equalization": [{"type": "peak", "frequency": 1e300, "gain": 1, "q": 1}]}}"#
  )

  private let remix = Subject.named("remix")!

  private func make(_ host: FileHost, rate: Double = 48_000, _ controls: [String: Float] = [:]) throws -> HostedPlugin {
    let plugin = try #require(
      HostedPlugin(try remix.library(), remix.spec, sampleRate: rate, log: host.log, files: host))
    plugin.set(controls)
    plugin.activate()
    return plugin
  }

  /// Restored before the first block.
  private func make(
    with path: String, rate: Double = 48_000, _ controls: [String: Float] = [:]
  ) throws -> HostedPlugin {
    let host = FileHost(.none)
    let plugin = try make(host, rate: rate, controls)
    host.store(Self.property, path)
    #expect(host.restore() == 0)
    return plugin
  }

  private func level(_ signals: [[Float]]) -> Double {
    10 * log10(signals.joined().reduce(0) { $0 + Double($1) * Double($1) })
  }

  @Test(arguments: sampleRates) func sixDecibelsAreSixDecibels(_ rate: Double) throws {
    let inputs = remix.inputs(frames: Int(rate / 2), rate: rate)
    for controls: [String: Float] in [["style": 4], ["style": 5]] {
      let plain = try make(FileHost(.none), rate: rate, controls)
      let dialog = plain.render(inputs)[4]
      let plugin = try make(with: Self.louder, rate: rate, controls)
      let louder = plugin.render(inputs)[4]
      #expect(abs(level([louder]) - level([dialog]) - 6) < 0.1)
      #expect(plugin["mix_status"] == 1 && plugin["latency"] == plain["latency"] && peak([dialog]) > 0.01)
    }
  }

  @Test(arguments: [FileHost.Worker.immediate, .late]) func aFileIsHeardWithoutAClick(_ worker: FileHost.Worker) throws
  {
    // A steady tone in front: all of it is voice or place, by a share that moves slowly.
    let tone = (0..<48_000).map { Float(0.3 * sin(2 * .pi * 300 * Double($0) / 48_000)) }
    let silent = [Float](repeating: 0, count: 48_000)
    let inputs = [tone, silent, silent, tone]
    let controls: [String: Float] = ["style": 0, "remix_amount": 0.6]
    let host = FileHost(worker)
    let plugin = try make(host, controls)
    #expect(plugin["mix_status"] == 0)
    let before = plugin.render(inputs)
    host.set(Self.property, Self.shaped)
    let during = plugin.render(inputs) { _ in host.work() }
    let after = plugin.render(inputs)
    #expect(plugin["mix_status"] == 1 && host.told == Self.shaped)
    // Beside what is heard then without the file and with it from the start.
    let (without, with) = (try make(FileHost(.none), controls), try make(with: Self.shaped, controls))
    _ = (without.render(inputs), with.render(inputs))
    let steady = [without.render(inputs), with.render(inputs)]
    for channel in [0, 4] {
      let bound = steady.map { largestBend(Array($0[channel].prefix(9600))) }.max()!
      let start = Array(before[channel].suffix(256) + during[channel].prefix(9600))
      #expect(peak([start]) > 0.01 && largestBend(start) < 1.1 * bound, "\(largestBend(start)), \(bound)")
    }
    host.work()
    // Another file moves the output, an empty path ends it.
    host.set(Self.property, Self.louder)
    let other = plugin.render(inputs) { _ in host.work() }
    #expect(difference([Array(other[0].suffix(9600))], [Array(after[0].suffix(9600))]) > 0.001)
    host.set(Self.property, "")
    _ = plugin.render(inputs) { _ in host.work() }
    #expect(plugin["mix_status"] == 0 && host.told == "")
    let plain = try make(FileHost(.none), controls)
    for _ in 0..<5 { _ = plain.render(inputs) }
    let (ended, never) = (plugin.render(inputs), plain.render(inputs))
    // The loop that keeps the loudness remembers what was played with the file.
    #expect(abs(level(ended) - level(never)) < 0.1)
  }

  @Test func aFileThatFailsChangesNothingAndSaysWhy() throws {
    let inputs = remix.inputs(frames: 9600)
    for first in ["", Self.shaped] {
      let host = FileHost(.late)
      let plugin = try make(host, ["style": 1])
      let reference = try first.isEmpty ? make(FileHost(.none), ["style": 1]) : make(with: first, ["style": 1])
      if !first.isEmpty {
        host.store(Self.property, first)
        #expect(host.restore() == 0)
      }
      for (path, reason) in [
        (Self.newer, "format is not \"nearfar-mix/1\", which alone is read here; make the file again"),
        (Self.broken, "line 2: column"), (Self.hostile, "field ambience.equalization[0].frequency is not within"),
        ("/nowhere/mix.json", "cannot be found; check the path"), ("/tmp", "is a folder"),
        ("/dev/zero", "is no ordinary file"), ("/bin/ls", "is no JSON"),
      ] {
        host.set(Self.property, path)
        expectBitEqual(plugin.render(inputs) { _ in host.work() }, reference.render(inputs))
        #expect(plugin["mix_status"] == 2 && host.told == first)
        let line = try #require(host.log.text.split(separator: "\n").last)
        #expect(line.contains("the mix metadata \(path)") && line.contains(reason), "\(line)")
        #expect(line.hasSuffix("; the mix that was heard stays"))
      }
      host.save()
      #expect(host.stored(Self.property) == (first.isEmpty ? nil : first))
      host.set(Self.property, Self.louder)
      _ = plugin.render(inputs) { _ in host.work() }
      #expect(plugin["mix_status"] == 1)
    }
  }

  @Test func standardStaysTheRecording() throws {
    var inputs = remix.inputs(frames: 24_000)
    for (index, value) in [Float.greatestFiniteMagnitude, -1e30, 1e-30, Float(bitPattern: 700), -0.0, 1].enumerated() {
      inputs[0][3000 + 97 * index] = value
    }
    for controls: [String: Float] in [["style": 7], ["style": 0, "enabled": 0]] {
      let plugin = try make(with: Self.shaped, controls)
      let output = plugin.render(inputs)
      expectBitEqual(Array(output[..<4]), inputs.map { delayed($0, by: 1024) })
      #expect(peak([output[4]]) == 0 && plugin["mix_status"] == 1)
    }
  }

  @Test func blocksDoNotMatter() throws {
    let inputs = remix.inputs(frames: 20_000)
    func render(_ blocks: Blocks) throws -> [[Float]] {
      try make(with: Self.shaped, ["style": 1, "remix_amount": 0.7]).render(inputs, blocks: blocks)
    }
    let reference = try render(.fixed(256))
    for blocks in [Blocks.fixed(1), .fixed(1024), .mixed] { try expectBitEqual(render(blocks), reference) }
  }

  /// The filters forget what nobody can mean.
  @Test func hugeInputIsForgotten() throws {
    var inputs = remix.inputs(frames: 144_000)
    for channel in 0..<4 {
      for frame in 4000..<4100 { inputs[channel][frame] = frame % 2 == 0 ? 3e38 : -3e38 }
    }
    let output = try make(with: Self.shaped, ["style": 3]).render(inputs).map { Array($0[6000...]) }
    expectFinite(output)
    let late = output.map { Array($0.suffix(24_000)) }
    #expect(peak(late) > 0.001 && peak(late) < 2)
  }

  @Test func aSessionKeepsTheFile() throws {
    let folder = (Self.shaped as NSString).deletingLastPathComponent + "/"
    let host = FileHost(.late)
    let plugin = try make(host)
    host.set(Self.property, Self.shaped)
    for _ in 0..<30 {
      plugin.run(256)
      host.work()
    }
    #expect(plugin["mix_status"] == 1 && host.save(folder: folder) == 0)
    #expect(host.stored(Self.property) == (Self.shaped as NSString).lastPathComponent)
    let other = FileHost(.none)
    let again = try make(other)
    other.store(Self.property, try #require(host.stored(Self.property)))
    #expect(other.restore(folder: folder) == 0)
    let inputs = remix.inputs(frames: 9600)
    let output = again.render(inputs)
    try expectBitEqual(output, make(with: Self.shaped).render(inputs))
    try #expect(difference(output, make(FileHost(.none)).render(inputs)) > 0.001)
  }

  @Test func exchangingDoesNotAllocate() throws {
    let host = FileHost(.late)
    let plugin = try make(host)
    expectNoAllocation(plugin, host) { block in
      if block % 10 == 0 { host.set(Self.property, block % 20 == 0 ? Self.shaped : Self.louder) }
      if block % 30 == 5 { host.set(Self.property, Self.newer) }
    }
  }
}
