import CPlatform

/// Channels × frames of audio in planar order, owned and zeroed: what modules exchange.
///
/// Each channel starts on a 64-byte boundary. Build: `init`. Audio: everything else.
public struct ChannelBuffer: ~Copyable {
  public let channels: Int
  /// Frames that fit into each channel.
  public let capacity: Int
  /// From one channel's first frame to the next one's.
  let stride: Int
  private let storage: FloatBuffer

  public init(channels: Int, capacity: Int) {
    self.channels = channels
    self.capacity = capacity
    stride = (capacity + 15) / 16 * 16
    storage = FloatBuffer(count: channels * stride)
  }

  /// The frames of one channel.
  @_noLocks public subscript(_ channel: Int) -> UnsafeMutablePointer<Float> {
    @_noLocks get {
      assert(channel >= 0 && channel < channels)
      return storage.pointer + channel * stride
    }
  }

  @_noLocks public func clear() { storage.clear() }

  @_noLocks public func clear(frames: Int) {
    for channel in 0..<channels { nf_rt_clear(self[channel], frames * MemoryLayout<Float>.stride) }
  }

  /// Copies the first `frames` of every channel that both have.
  @_noLocks public func copy(from other: borrowing ChannelBuffer, frames: Int) {
    for channel in 0..<min(channels, other.channels) {
      nf_rt_copy(self[channel], other[channel], frames * MemoryLayout<Float>.stride)
    }
  }
}
