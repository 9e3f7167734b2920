import AudioFiles
import Signal

/// One movie that holds all of it.
final class BakedMovie: BakedOutput {
  private let writer: MovieWriter

  init(_ writer: MovieWriter) { self.writer = writer }

  func write(_ sound: BakedSound, _ audio: borrowing ChannelBuffer, from start: Int, frames: Int) throws {
    try writer.write(sound: sound.rawValue, audio, from: start, frames: frames)
  }

  func finish(mixMetadata: String) throws { try writer.finish(mixMetadata: mixMetadata) }
}
