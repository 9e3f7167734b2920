import AudioFiles
import Signal

/// A file of the stereo, one of the field, and the field's mix metadata beside it.
final class BakedFiles: BakedOutput {
  private let stereo, field: AudioFileWriter
  private let mixPath: String
  private let replaces: Bool

  init(stereo: AudioFileWriter, field: AudioFileWriter, mixPath: String, replaces: Bool) {
    (self.stereo, self.field, self.mixPath, self.replaces) = (stereo, field, mixPath, replaces)
  }

  func write(_ sound: BakedSound, _ audio: borrowing ChannelBuffer, from start: Int, frames: Int) throws {
    try (sound == .stereo ? stereo : field).write(audio, channel: 0, from: start, frames: frames)
  }

  /// What can fail for want of room comes before the first file has its name; the stereo has its own when all is there.
  func finish(mixMetadata: String) throws {
    try stereo.close()
    try field.close()
    try OutputFile.write(mixMetadata, to: mixPath, replaces: replaces)
    try field.finish()
    try stereo.finish()
  }
}
