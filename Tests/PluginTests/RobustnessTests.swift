import CHostSupport
import HostSupport
import Testing

/// What careless hosts do: missing buffers, wild controls, sounds that are no numbers.
@Suite struct RobustnessTests {
  @Test(arguments: Subject.all) func missingAudioBuffersAreHarmless(_ subject: Subject) throws {
    let plugin = try subject.make(subject.busy)
    for _ in 0..<20 { plugin.run(300) }
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: 300)
    defer { memory.deallocate() }
    for index in subject.spec.audioOutputs {
      memory.initialize(repeating: 12_345, count: 300)
      plugin.connect(index, to: memory)
      plugin.run(300)
      plugin.connect(index, to: nil)
      // A missing input is silence.
      #expect((0..<300).allSatisfy { memory[$0] == 0 })
    }
  }

  @Test(arguments: Subject.all) func unconnectedControlsHaveTheirDefaults(_ subject: Subject) throws {
    let inputs = subject.inputs(frames: 9600)
    let plugin = try subject.make()
    for (index, port) in subject.spec.ports.enumerated() where !port.isAudio { plugin.connect(index, to: nil) }
    try expectBitEqual(plugin.render(inputs), subject.render(inputs))
  }

  @Test(arguments: Subject.all) func wildControlsAreClamped(_ subject: Subject) throws {
    let inputs = subject.inputs(frames: 4800)
    let plugin = try subject.make()
    for control in subject.spec.controls {
      let (symbol, range) = ("\(control.symbol)", try #require(control.range))
      let wild: [(value: Float, clamped: Float)] = [
        (.nan, range.initial), (.infinity, range.range.upperBound), (-.infinity, range.range.lowerBound),
        (3e38, range.range.upperBound), (-3e38, range.range.lowerBound),
      ]
      for (value, clamped) in wild {
        let output = plugin.render(inputs, [symbol: value])
        expectBitEqual(output, plugin.render(inputs, [symbol: clamped]), "\(symbol) = \(value)")
      }
    }
  }

  @Test(arguments: Subject.all) func nonFiniteInputIsReadAsSilence(_ subject: Subject) throws {
    let clean = subject.inputs(frames: 9600)
    var (dirty, zeroed) = (clean, clean)
    for channel in clean.indices {
      for frame in stride(from: 1000 + channel, to: 3000, by: 13) {
        dirty[channel][frame] = [.nan, .infinity, -.infinity][frame % 3]
        zeroed[channel][frame] = 0
      }
    }
    // Stronger than what is asked, that no trace outlasts one analysis window: there is no trace at all.
    let output = try subject.render(dirty, subject.busy)
    expectFinite(output)
    try expectBitEqual(output, subject.render(zeroed, subject.busy))
  }

  /// Finite, but beyond what squares fit into: the state must recover.
  @Test(arguments: Subject.all, [Float(1e15), 1e25, 3e38])
  func hugeInputIsForgotten(_ subject: Subject, level: Float) throws {
    var inputs = subject.inputs(frames: 96_000)
    for channel in inputs.indices {
      for frame in 4000..<4100 { inputs[channel][frame] = frame % 2 == 0 ? level : -level }
    }
    let output = try subject.render(inputs, subject.busy)
    let window = 1152 + 256
    let after = output.map { Array($0[(4100 + window)...]) }
    expectFinite(after)
    #expect(peak(output.map { Array($0[72_000...]) }) > 0.001, "it sounds again")
  }

  @Test(arguments: Subject.all) func silenceStaysSilence(_ subject: Subject) throws {
    let spec = subject.spec
    let plugin = try subject.make(subject.busy)
    let output = plugin.render(silence(spec.audioInputs.count, frames: 12_000), blocks: .mixed)
    #expect(output.joined().allSatisfy { $0 == 0 })
    // And finally after sound: filters end, nothing idles on denormals.
    _ = plugin.render(subject.inputs(frames: 12_000))
    let tail = plugin.render(silence(spec.audioInputs.count, frames: 24_000)).map { Array($0[12_000...]) }
    #expect(tail.joined().allSatisfy { abs($0) < 1e-6 && ($0 == 0 || $0.isNormal) })
  }

  @Test(arguments: Subject.all) func metersStayInTheirRange(_ subject: Subject) throws {
    let plugin = try subject.make(subject.busy)
    _ = plugin.render(subject.inputs(frames: 24_000)) { _ in
      for meter in subject.spec.meters {
        let value = plugin["\(meter.symbol)"]
        #expect(meter.range!.range.contains(value), "\(meter.symbol) = \(value)")
      }
    }
  }

  @Test(arguments: Subject.all) func floatingPointModeIsRestored(_ subject: Subject) throws {
    let plugin = try subject.make()
    let found = nf_floating_point_mode()
    defer { nf_set_floating_point_mode(found) }
    // As the processor starts, and with denormals flushed both ways and rounding toward zero.
    for mode: UInt32 in [0x1f80, 0x1f80 | 0x8040, 0x1f80 | 0x6000] {
      nf_set_floating_point_mode(mode)
      plugin.run(64)
      #expect(nf_floating_point_mode() == mode & 0xffc0)
    }
  }
}
