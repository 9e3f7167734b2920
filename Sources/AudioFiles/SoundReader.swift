import Signal

/// A sound file that is read from its beginning to its end, in constant memory.
public protocol SoundReader: AnyObject {
  var path: String { get }
  var info: AudioFileInfo { get }
  /// Read so far.
  var framesRead: Int { get }
  /// Samples so far that were no numbers.
  var strangeSamples: Int { get }

  /// The next frames, at most as many as `buffer` holds; 0 at the end. Channel k of the buffer becomes channel
  /// `channels[k]` of the file. Samples that are no numbers are read as they are, and counted.
  func read(_ channels: [Int], into buffer: borrowing ChannelBuffer) throws(AudioFileError) -> Int
}

extension AudioFileReader: SoundReader {}
