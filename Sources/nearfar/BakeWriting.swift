import AudioFiles
import Signal

/// The second pass of `bake`: the stereo, mastered, and the field, in step.
final class BakeWriting: SoundStage {
  private let spool: SoundSpool
  private let master: StereoMaster
  private let output: any BakedOutput
  private let progress: Progress
  private let rendered: Int
  private var stereoWritten = 0

  init(_ rendered: BakeRendering, _ master: StereoMaster, _ output: any BakedOutput, _ progress: Progress) {
    spool = rendered.stereo.spool
    self.rendered = rendered.stereo.frames
    (self.master, self.output, self.progress) = (master, output, progress)
  }

  func run(_ field: BakedField) throws {
    try spool.rewind()
    let audio = ChannelBuffer(channels: 4, capacity: 4096)
    let stereo = ChannelBuffer(channels: 2, capacity: 4096)
    let stage = master.stage(next: self)
    var (fieldWritten, taken) = (0, 0)
    while true {
      let frames = try field.read(into: audio)
      if frames > 0 { try output.write(.field, audio, from: 0, frames: frames) }
      fieldWritten += frames
      let wanted =
        frames == 0 ? Int.max : RenderingChain.converted(fieldWritten, from: field.sampleRate, to: master.sampleRate)
      while taken < wanted {
        let count = try spool.read(wanted - taken, into: stereo)
        if count == 0 { break }
        try stage.take(stereo, from: 0, frames: count)
        taken += count
      }
      if frames == 0 { break }
    }
    try stage.finish()
  }

  /// The stereo as it is written.
  func take(_ audio: borrowing ChannelBuffer, from start: Int, frames: Int) throws {
    try output.write(.stereo, audio, from: start, frames: frames)
    stereoWritten += frames
    progress.update(done: rendered + stereoWritten)
  }

  func finish() {}
}
