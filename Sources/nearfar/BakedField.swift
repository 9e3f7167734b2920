import AudioFiles
import Signal

/// The first-order field that is written, read from its beginning to its end.
enum BakedField {
  case recording(Recording)
  case remixed(SoundSpool, gain: Float, sampleRate: Int)

  /// The next frames, W Y Z X; 0 at the end.
  func read(into buffer: borrowing ChannelBuffer) throws -> Int {
    switch self {
    case .recording(let recording): return try recording.read(into: buffer)
    case .remixed(let spool, let gain, _):
      let frames = try spool.read(into: buffer)
      for channel in 0..<4 where gain != 1 {
        for frame in 0..<frames { buffer[channel][frame] *= gain }
      }
      return frames
    }
  }

  /// Frames per second.
  var sampleRate: Int {
    switch self {
    case .recording(let recording): recording.reader.info.sampleRate
    case .remixed(_, _, let rate): rate
    }
  }
}
