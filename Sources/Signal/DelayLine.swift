import CPlatform

/// Delays channels by a fixed whole number of frames, bit for bit. Build: `init`. Audio: the rest.
public struct DelayLine: ~Copyable {
  public let delayFrames: Int
  private let memory: ChannelBuffer
  private var position = 0

  public init(channels: Int, delayFrames: Int) {
    precondition(delayFrames >= 0)
    self.delayFrames = delayFrames
    memory = ChannelBuffer(channels: channels, capacity: max(1, delayFrames))
  }

  @_noLocks public mutating func reset() {
    memory.clear()
    position = 0
  }

  /// `output` = `input` of `delayFrames` frames ago; both have the line's channels; `output` is another buffer.
  @_noLocks
  public mutating func process(_ input: borrowing ChannelBuffer, into output: borrowing ChannelBuffer, frames: Int) {
    guard delayFrames > 0 else { return output.copy(from: input, frames: frames) }
    var done = 0
    while done < frames {
      let count = min(frames - done, delayFrames - position)
      let bytes = count * MemoryLayout<Float>.stride
      for channel in 0..<memory.channels {
        nf_rt_copy(output[channel] + done, memory[channel] + position, bytes)
        nf_rt_copy(memory[channel] + position, input[channel] + done, bytes)
      }
      position = position + count == delayFrames ? 0 : position + count
      done += count
    }
  }
}
