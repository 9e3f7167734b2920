import HostSupport
import Testing

/// Instances and bundles in one process do not know of each other.
@Suite struct IsolationTests {
  @Test func interleavedInstancesEqualLoneOnes() throws {
    let frames = 9600
    // Two of each plugin, one of them with the channels turned by one place.
    let voices = Subject.all.flatMap { subject in
      [0, 1].map { shift in
        (subject: subject, inputs: subject.inputs(frames: frames).rotated(by: shift), shift: shift)
      }
    }
    let alone = try voices.map { try $0.subject.render($0.inputs, $0.subject.busy) }
    let plugins = try voices.map { try $0.subject.make($0.subject.busy) }
    var together = voices.map { $0.subject.spec.audioOutputs.map { _ in [Float]() } }
    for start in stride(from: 0, to: frames, by: 480) {
      for (index, plugin) in plugins.enumerated() {
        let block = plugin.render(voices[index].inputs.map { Array($0[start..<start + 480]) }, blocks: .fixed(160))
        for channel in block.indices { together[index][channel] += block[channel] }
      }
    }
    for index in voices.indices {
      expectBitEqual(together[index], alone[index], "\(voices[index].subject.uri)")
      #expect(peak(alone[index]) > 0.01)
    }
  }

  /// Hosts make and drop instances on other threads while audio runs.
  @Test(arguments: Subject.all) func instancesOnManyThreadsAgree(_ subject: Subject) async throws {
    let inputs = subject.inputs(frames: 4800)
    let reference = try subject.render(inputs, subject.busy)
    let results = try await withThrowingTaskGroup(of: [[Float]].self) { group in
      for _ in 0..<6 { group.addTask { try subject.render(inputs, subject.busy) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.count == 6 && results.allSatisfy { isBitEqual($0, reference) })
  }
}

extension Array {
  fileprivate func rotated(by shift: Int) -> [Element] {
    guard count > 0 else { return self }
    return Array(self[(shift % count)...] + self[..<(shift % count)])
  }
}
