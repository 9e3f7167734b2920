import Signal

extension ChannelBuffer {
  /// `count` channels from `channel` on, as files hold them: all samples of a frame together.
  public func interleave(
    channel first: Int, count: Int, from start: Int, frames: Int, into target: UnsafeMutablePointer<Float>
  ) {
    for channel in 0..<count {
      let source = self[first + channel] + start
      for frame in 0..<frames { target[frame * count + channel] = source[frame] }
    }
  }
}
