import AudioFiles
import Signal

/// The end of a way on which sound is kept for when it will be needed once more.
final class KeptStage: SoundStage {
  let spool: SoundSpool
  private let progress: Progress?
  /// Of the samples, as an amplitude.
  private(set) var peak: Float = 0
  private(set) var frames = 0

  /// Keeps as many channels as the spool has.
  init(_ spool: SoundSpool, _ progress: Progress? = nil) { (self.spool, self.progress) = (spool, progress) }

  func take(_ audio: borrowing ChannelBuffer, from start: Int, frames count: Int) throws {
    try spool.write(audio, from: start, frames: count)
    for channel in 0..<spool.channels {
      for frame in start..<start + count { peak = max(peak, audio[channel][frame].magnitude) }
    }
    frames += count
    progress?.update(done: frames)
  }

  func finish() {}
}
