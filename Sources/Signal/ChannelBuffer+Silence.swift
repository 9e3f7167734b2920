extension ChannelBuffer {
  /// How many of the first `frames` frames are digital silence, zero bit for bit, in all channels. Audio.
  @_noLocks public func silentFrames(within frames: Int) -> Int {
    var silent = frames
    for channel in 0..<channels {
      let samples = self[channel]
      var frame = 0
      while frame < silent && samples[frame].bitPattern == 0 { frame += 1 }
      silent = frame
    }
    return silent
  }
}
