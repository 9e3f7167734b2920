import AudioFiles
import Signal

/// The end of the way: writes files, each with its share of the channels, and measures what it writes.
final class FileStage: SoundStage {
  private let writers: [any SoundWriter]
  private let outputs: [OutputFiles.Output]
  private let progress: Progress
  private let channels: Int
  private(set) var peak: Float = 0
  /// Samples beyond full scale.
  private(set) var samplesOver = 0
  private(set) var framesWritten = 0

  init(_ writers: [any SoundWriter], _ files: OutputFiles, _ progress: Progress) {
    self.writers = writers
    outputs = files.outputs
    self.progress = progress
    channels = files.channels
  }

  func take(_ audio: borrowing ChannelBuffer, from start: Int, frames: Int) throws {
    for channel in 0..<channels { measure(audio[channel] + start, frames) }
    var first = 0
    for (writer, output) in zip(writers, outputs) {
      try writer.write(audio, channel: first, from: start, frames: frames)
      first += output.channels
    }
    framesWritten += frames
    progress.update(done: framesWritten)
  }

  func finish() throws {
    for writer in writers { try writer.finish() }
  }

  private func measure(_ samples: UnsafePointer<Float>, _ frames: Int) {
    var highest: Float = 0
    for frame in 0..<frames { highest = max(highest, samples[frame].magnitude) }
    peak = max(peak, highest)
    if highest > 1 { samplesOver += (0..<frames).count { samples[$0].magnitude > 1 } }
  }
}
