import Signal

/// Where sound is written to, frame by frame.
public protocol SoundWriter: AnyObject {
  var framesWritten: Int { get }

  /// `frames` frames from `start` on of as many channels as are written, from channel `first` on.
  func write(_ audio: borrowing ChannelBuffer, channel first: Int, from start: Int, frames: Int) throws(AudioFileError)

  /// Nothing more comes. Without it nothing is left of what was written.
  func finish() throws(AudioFileError)
}
