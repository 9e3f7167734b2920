import AudioFiles
import Signal

/// The end of a way on which sound is measured, and kept where it will be needed once more.
final class MeasuredStage: SoundStage {
  private let channels: Int
  private let meter: ChannelLoudness
  private let spool: SoundSpool?
  private let progress: Progress?
  private(set) var peak: Float = 0
  private(set) var frames = 0

  /// Measures the first `channels` channels.
  init(channels: Int, sampleRate: Int, spool: SoundSpool? = nil, _ progress: Progress? = nil) throws(Failure) {
    guard let meter = ChannelLoudness(channels: channels, sampleRate: sampleRate) else {
      throw Failure(.failure, "loudness cannot be measured at \(sampleRate) Hz")
    }
    (self.channels, self.meter, self.spool, self.progress) = (channels, meter, spool, progress)
  }

  func take(_ audio: borrowing ChannelBuffer, from start: Int, frames count: Int) throws {
    meter.add(audio, from: start, frames: count)
    for channel in 0..<channels {
      for frame in start..<start + count { peak = max(peak, audio[channel][frame].magnitude) }
    }
    try spool?.write(audio, from: start, frames: count)
    frames += count
    progress?.update(done: frames)
  }

  func finish() {}

  /// LUFS; nil for silence and for less than 0.4 s.
  var loudness: Double? { meter.integrated }
}
