import CPlatform
import Signal

/// The last moments of several signals, each read at any delay without a wrap: rings that are written twice, one length apart.
/// Build: `init`. Audio: the rest.
struct RoomMemory: ~Copyable {
  private let length: Int
  private let rings: ChannelBuffer
  /// Where the first of the frames that were written last lies.
  private var start = 0
  private var end = 0

  /// `delayFrames`: the longest. `capacity`: the most frames of one `write`.
  init(channels: Int, delayFrames: Int, capacity: Int) {
    length = delayFrames + capacity
    rings = ChannelBuffer(channels: channels, capacity: 2 * length)
  }

  @_noLocks mutating func clear() {
    rings.clear()
    start = 0
    end = 0
  }

  /// The frames of all channels that come next.
  @_noLocks mutating func write(_ signals: borrowing ChannelBuffer, frames: Int) {
    start = end
    for channel in 0..<rings.channels {
      copy(signals[channel], channel, to: start, frames)
      copy(signals[channel], channel, to: start + length, frames)
    }
    end = (start + frames) % length
  }

  /// What was written last, and `delay` frames earlier.
  @_noLocks func frames(of channel: Int, before delay: Int) -> UnsafePointer<Float> {
    let place = start - delay
    return UnsafePointer(rings[channel] + (place < 0 ? place + length : place))
  }

  @_noLocks
  private func copy(_ source: UnsafePointer<Float>, _ channel: Int, to place: Int, _ frames: Int) {
    let first = min(frames, 2 * length - place)
    nf_rt_copy(rings[channel] + place, source, first * MemoryLayout<Float>.stride)
    nf_rt_copy(rings[channel], source + first, (frames - first) * MemoryLayout<Float>.stride)
  }
}
