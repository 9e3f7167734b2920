import Signal

/// The end of a way on which the loudness of sound is measured, and its true peak where that is wanted.
final class MeasuredStage: SoundStage {
  private let meter: ChannelLoudness
  private let peaks: TruePeaks?
  private let found = FloatBuffer(count: TruePeaks.most)
  /// As an amplitude; 0 where it is not looked for.
  private(set) var truePeak: Float = 0

  /// Measures the first `channels` channels.
  init(channels: Int, sampleRate: Int, findsPeaks: Bool = false) throws(Failure) {
    guard let meter = ChannelLoudness(channels: channels, sampleRate: sampleRate, findsRange: false) else {
      throw Failure(.failure, "loudness cannot be measured at \(sampleRate) Hz")
    }
    self.meter = meter
    peaks = findsPeaks ? TruePeaks(channels: channels, sampleRate: sampleRate) : nil
  }

  func take(_ audio: borrowing ChannelBuffer, from start: Int, frames: Int) throws {
    meter.add(audio, from: start, frames: frames)
    guard let peaks else { return }
    var done = 0
    while done < frames {
      let count = min(TruePeaks.most, frames - done)
      peaks.process(audio, from: start + done, frames: count, above: truePeak, into: found.pointer)
      for frame in 0..<count { truePeak = max(truePeak, found[frame]) }
      done += count
    }
  }

  /// What the last frames rise to.
  func finish() throws {
    guard let peaks else { return }
    let silence = ChannelBuffer(channels: 8, capacity: TruePeaks.latencyFrames)
    peaks.process(silence, from: 0, frames: silence.capacity, above: truePeak, into: found.pointer)
    for frame in 0..<silence.capacity { truePeak = max(truePeak, found[frame]) }
  }

  /// LUFS; nil for silence and for less than 0.4 s.
  var loudness: Double? { meter.integrated }
}
