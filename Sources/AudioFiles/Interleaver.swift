import Signal

/// Hands planar sound on as files hold it, all samples of a frame together, block by block.
final class Interleaver {
  let channels: Int
  let samples: UnsafeMutablePointer<Float>
  /// Frames of a block.
  static let most = 4096

  typealias Sink = (_ samples: UnsafePointer<Float>, _ frames: Int) throws(AudioFileError) -> Void

  init(channels: Int) {
    self.channels = channels
    samples = .allocate(capacity: Self.most * max(1, channels))
  }

  deinit { samples.deallocate() }

  /// Frames from `start` on of as many channels as it has, from channel `first` on.
  func hand(
    _ audio: borrowing ChannelBuffer, channel first: Int, from start: Int, frames: Int, to sink: Sink
  ) throws(AudioFileError) {
    var done = 0
    while done < frames {
      let count = min(Self.most, frames - done)
      audio.interleave(channel: first, count: channels, from: start + done, frames: count, into: samples)
      try sink(samples, count)
      done += count
    }
  }
}
