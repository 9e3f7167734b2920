import CAllocationProbe
import HostSupport
import Testing

/// The run-time repetition of the compiler's proof: `run` allocates, frees and locks nothing.
@Suite struct AllocationTests {
  @Test func theProbeSees() {
    nf_probe_begin()
    nf_probe_misbehave()
    let counts = nf_probe_end()
    #expect(counts.allocations == 1 && counts.frees == 1 && counts.locks == 1)
  }

  @Test func theProbeSeesSwift() {
    nf_probe_begin()
    let array = [Float](repeating: 1, count: 100)
    withUnsafePointer(to: array) { _ in }
    #expect(nf_probe_end().allocations >= 1)
  }

  @Test(arguments: Subject.all) func runDoesNotAllocate(_ subject: Subject) throws {
    let frames = 256
    let plugin = try subject.make(subject.busy)
    let inputs = subject.inputs(frames: frames)
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: frames * subject.spec.ports.count)
    memory.initialize(repeating: 0, count: frames * subject.spec.ports.count)
    defer { memory.deallocate() }
    for (channel, port) in subject.spec.audioInputs.enumerated() {
      (memory + port * frames).update(from: inputs[channel], count: frames)
    }
    for port in subject.spec.audioInputs + subject.spec.audioOutputs {
      plugin.connect(port, to: memory + port * frames)
    }
    let controls = subject.spec.controls.map { (plugin.index("\($0.symbol)"), $0.range!.range) }
    let values = UnsafeMutablePointer<Float>.allocate(capacity: subject.spec.ports.count)
    defer { values.deallocate() }
    for (index, range) in controls {
      values[index] = range.lowerBound
      plugin.connect(index, to: values + index)
    }
    let (run, connect, handle) = (
      plugin.descriptor.pointee.run!, plugin.descriptor.pointee.connect_port!, plugin.handle
    )
    var total = (allocations: UInt(0), frees: UInt(0), locks: UInt(0))
    for block in 0..<1000 {
      // One control after the other moves to another place of its range.
      let (index, range) = controls[block % controls.count]
      values[index] = range.lowerBound + (range.upperBound - range.lowerBound) * Float(block % 17) / 16
      nf_probe_begin()
      connect(handle, UInt32(index), values + index)
      run(handle, UInt32(block % 7 == 0 ? 0 : block % 257))
      let counts = nf_probe_end()
      total.allocations += counts.allocations
      total.frees += counts.frees
      total.locks += counts.locks
    }
    #expect(total == (0, 0, 0))
    let outputs = subject.spec.audioOutputs.map {
      Array(UnsafeBufferPointer(start: memory + $0 * frames, count: frames))
    }
    #expect(peak(outputs) > 0.001)
  }
}
