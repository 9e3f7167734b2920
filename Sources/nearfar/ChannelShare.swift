import CPlatform
import Signal

/// Hands some of the channels on, from their first on.
final class ChannelShare: SoundStage {
  private let first: Int
  private let share: ChannelBuffer
  private let next: any SoundStage

  init(_ channels: Range<Int>, next: any SoundStage) {
    first = channels.lowerBound
    share = ChannelBuffer(channels: channels.count, capacity: Rendering.most)
    self.next = next
  }

  func take(_ audio: borrowing ChannelBuffer, from start: Int, frames: Int) throws {
    var done = 0
    while done < frames {
      let count = min(share.capacity, frames - done)
      for channel in 0..<share.channels {
        nf_rt_copy(share[channel], audio[first + channel] + start + done, count * MemoryLayout<Float>.stride)
      }
      try next.take(share, from: 0, frames: count)
      done += count
    }
  }

  func finish() throws { try next.finish() }
}
