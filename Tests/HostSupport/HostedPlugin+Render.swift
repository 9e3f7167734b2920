import PluginModel

/// How a stream is divided into blocks.
public enum Blocks: Sendable, CustomStringConvertible {
  case fixed(Int)
  /// Over and over.
  case cycle([Int])

  public static let mixed = Blocks.cycle([0, 1, 333, 64, 7, 0, 1024, 255, 257, 2, 8192])

  func size(_ number: Int) -> Int {
    switch self {
    case .fixed(let size): size
    case .cycle(let sizes): sizes[number % sizes.count]
    }
  }

  public var description: String {
    switch self {
    case .fixed(let size): "blocks of \(size)"
    case .cycle: "mixed blocks"
    }
  }
}

/// Which audio ports share memory.
public enum Sharing: String, Sendable, CaseIterable {
  case none
  /// Output k in the buffer of input k.
  case inPlace
  /// Output k in the buffer of the input as far from the last.
  case crossed
  /// Every port in one buffer, which holds the first input.
  case single
}

extension HostedPlugin {
  /// The outputs for `inputs` (channels × frames, in the order of the ports). Buffers are as misaligned as the blocks make them.
  /// `beforeBlock` may move controls; it gets the block's first frame.
  public func render(
    _ inputs: [[Float]], blocks: Blocks = .fixed(256), sharing: Sharing = .none,
    beforeBlock: (Int) -> Void = { _ in }
  ) -> [[Float]] {
    let frames = inputs[0].count
    let buffers = AudioBuffers(spec, inputs, sharing)
    var (start, block) = (0, 0)
    while start < frames {
      let count = min(blocks.size(block), frames - start)
      beforeBlock(start)
      for (port, memory) in buffers.ofPort { connect(port, to: memory + start) }
      run(count)
      start += count
      block += 1
    }
    // The buffers end with this call.
    for port in buffers.ofPort.keys { connect(port, to: nil) }
    return spec.audioOutputs.map { Array(UnsafeBufferPointer(start: buffers.ofPort[$0]!, count: frames)) }
  }
}

/// Whole signals, one buffer for each set of ports that share.
private final class AudioBuffers {
  var ofPort: [Int: UnsafeMutablePointer<Float>] = [:]
  private var owned: [UnsafeMutablePointer<Float>] = []

  init(_ spec: PluginSpec, _ inputs: [[Float]], _ sharing: Sharing) {
    precondition(inputs.count == spec.audioInputs.count)
    let frames = inputs[0].count
    for (channel, port) in spec.audioInputs.enumerated() {
      if sharing == .single && channel > 0 {
        ofPort[port] = owned[0]
      } else {
        let memory = make(frames)
        memory.update(from: inputs[channel], count: frames)
        ofPort[port] = memory
      }
    }
    let inputCount = inputs.count
    for (channel, port) in spec.audioOutputs.enumerated() {
      switch sharing {
      case .inPlace where channel < inputCount: ofPort[port] = owned[channel]
      case .crossed where channel < inputCount: ofPort[port] = owned[inputCount - 1 - channel]
      case .single: ofPort[port] = owned[0]
      // What a plugin leaves unwritten shows as a value that no test expects.
      default: ofPort[port] = make(frames, filledWith: 12_345)
      }
    }
  }

  deinit { for memory in owned { memory.deallocate() } }

  private func make(_ frames: Int, filledWith value: Float = 0) -> UnsafeMutablePointer<Float> {
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: frames)
    memory.initialize(repeating: value, count: frames)
    owned.append(memory)
    return memory
  }
}
