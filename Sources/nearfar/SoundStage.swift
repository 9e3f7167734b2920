import AudioFiles
import Signal

/// One step of the way from file to file: takes sound, and hands what it makes of it to the next.
protocol SoundStage: AnyObject {
  func take(_ audio: borrowing ChannelBuffer, from start: Int, frames: Int) throws

  /// Nothing more comes.
  func finish() throws
}
