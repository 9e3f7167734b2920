import HostSupport
import Testing

/// The same output for any division into blocks, any sharing of buffers, and after a reset.
@Suite struct BlockTests {
  static let divisions: [Blocks] = [.fixed(1), .fixed(7), .fixed(64), .fixed(333), .fixed(8192), .mixed]

  @Test(arguments: Subject.all) func anyBlocksGiveTheSameBits(_ subject: Subject) throws {
    let inputs = subject.inputs(frames: 20_000)
    let reference = try subject.render(inputs, subject.busy)
    #expect(peak(reference) > 0.01, "silence proves nothing")
    for blocks in Self.divisions {
      try expectEqual(
        subject.render(inputs, subject.busy, blocks: blocks), reference, of: subject, "\(blocks)")
    }
  }

  @Test(arguments: Subject.all, sampleRates)
  func anyBlocksGiveTheSameBitsAtEveryRate(_ subject: Subject, rate: Double) throws {
    let inputs = subject.inputs(frames: Int(0.15 * rate), rate: rate)
    let reference = try subject.render(inputs, rate: rate, subject.busy)
    expectFinite(reference)
    #expect(peak(reference) > 0.01)
    let other = try subject.render(inputs, rate: rate, subject.busy, blocks: .mixed)
    expectEqual(other, reference, of: subject)
  }

  @Test(arguments: Subject.all) func activationResets(_ subject: Subject) throws {
    let inputs = subject.inputs(frames: 12_000)
    let plugin = try subject.make(subject.busy)
    let first = plugin.render(inputs)
    plugin.deactivate()
    plugin.activate()
    expectBitEqual(plugin.render(inputs), first)
    #expect(peak(first) > 0.01)
  }

  @Test(arguments: Subject.all) func sharedBuffersGiveTheSameBits(_ subject: Subject) throws {
    let inputs = subject.inputs(frames: 12_000)
    let reference = try subject.render(inputs, subject.busy, blocks: .mixed)
    for sharing in [Sharing.inPlace, .crossed] {
      let shared = try subject.render(inputs, subject.busy, blocks: .mixed, sharing: sharing)
      // Where an output lies in the buffer of an earlier one, the last written wins; our hosts never share outputs.
      expectBitEqual(shared, reference, "\(sharing)")
    }
  }

  @Test(arguments: Subject.all) func oneBufferForAllPortsIsHarmless(_ subject: Subject) throws {
    let inputs = subject.inputs(frames: 12_000)
    let shared = try subject.render(inputs, subject.busy, blocks: .mixed, sharing: .single)
    let same = try subject.render(Array(repeating: inputs[0], count: inputs.count), subject.busy, blocks: .mixed)
    // All outputs go to one place: what stays is the last port's.
    expectBitEqual([shared[0]], [same[same.count - 1]])
  }

  @Test(arguments: Subject.all) func inputsStayAsTheyAre(_ subject: Subject) throws {
    let plugin = try subject.make(subject.busy)
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: 512)
    defer { memory.deallocate() }
    for frame in 0..<512 { memory[frame] = frame == 7 ? .nan : Float(frame) * 0.001 }
    for index in subject.spec.audioInputs { plugin.connect(index, to: memory) }
    plugin.run(512)
    #expect((0..<512).allSatisfy { $0 == 7 ? memory[$0].isNaN : memory[$0] == Float($0) * 0.001 })
  }
}
