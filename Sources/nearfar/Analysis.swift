import CPlatform
import Remix
import Signal

/// Separates a recording and measures its parts: what the plugin learns while it plays, of a file from its beginning to its end.
final class Analysis: SoundStage {
  private var remixer: Remixer
  private let measurement: UnsafeMutablePointer<MixMeasurement>
  private let input = ChannelBuffer(channels: 4, capacity: block)
  private let output = ChannelBuffer(channels: 5, capacity: block)
  private let progress: Progress
  let pictures: AnalysisPictures?
  private var position = 0

  private static let block = 1024

  /// `weights`: folder of the network's weights, with a slash at its end.
  init(sampleRate: Int, weights: String, _ log: BuildLog, _ progress: Progress, drawsPictures: Bool) {
    remixer = Remixer(
      sampleRate: Double(sampleRate), capacity: Self.block, weights: weights + WeightsSearch.file,
      warn: { log.take(.warning, $0) })
    measurement = .allocate(capacity: 1)
    measurement.initialize(to: MixMeasurement(sampleRate: Double(sampleRate), capacity: Self.block))
    self.progress = progress
    pictures =
      drawsPictures ? AnalysisPictures(sampleRate: sampleRate, latencyFrames: remixer.latencyFrames) : nil
    remixer.measurement = measurement
    // The place as it is comes out, so that it can be shown.
    remixer.controls.style = .cinematicBackgroundStem
  }

  deinit {
    measurement.deinitialize(count: 1)
    measurement.deallocate()
  }

  func take(_ audio: borrowing ChannelBuffer, from start: Int, frames: Int) throws {
    var done = 0
    while done < frames {
      let count = min(Self.block, frames - done)
      for channel in 0..<4 {
        input[channel].update(from: audio[channel] + start + done, count: count)
        VectorMath.replaceNonFinite(input[channel], count: count)
      }
      listen(frames: count)
      done += count
    }
    progress.update(done: position)
  }

  /// What is still on its way comes out behind silence.
  func finish() throws {
    input.clear()
    var left = remixer.latencyFrames
    while left > 0 {
      let count = min(left, Self.block)
      listen(frames: count)
      left -= count
    }
  }

  private func listen(frames: Int) {
    let mode = nf_rt_flush_denormals()
    remixer.process(input, into: output, frames: frames)
    nf_rt_restore_denormals(mode)
    pictures?.add(recording: input[0], place: output[0], frames: frames, remixer.meters)
    position += frames
  }

  var findings: MixFindings { measurement.pointee.findings }
}
