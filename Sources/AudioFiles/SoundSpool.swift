import Glibc
import Signal

/// Sound that is kept on the disk until it is needed once more, under no name: whatever happens, nothing is left of it.
public final class SoundSpool {
  private let path: String
  private let file: UnsafeMutablePointer<FILE>
  private let interleaver: Interleaver

  /// In the folder of `path`, where there must be room anyway.
  public init(channels: Int, beside path: String) throws(AudioFileError) {
    self.path = path
    var template = Array((OutputFile.folder(of: path) + "/.nearfar-XXXXXX").utf8CString)
    let descriptor = Interruption.makeNamelessFile(&template)
    guard descriptor >= 0, let file = fdopen(descriptor, "w+") else {
      throw AudioFileError(
        .output, path, "no file can be made beside it (\(String(cString: strerror(errno))))",
        remedy: "choose another folder, or make this one writable")
    }
    self.file = file
    interleaver = Interleaver(channels: channels)
  }

  deinit { fclose(file) }

  public var channels: Int { interleaver.channels }

  /// From channel `first` on.
  public func write(
    _ audio: borrowing ChannelBuffer, channel first: Int = 0, from start: Int, frames: Int
  ) throws(AudioFileError) {
    try interleaver.hand(audio, channel: first, from: start, frames: frames) {
      (samples, count) throws(AudioFileError) in
      guard fwrite(samples, frameBytes, count, file) == count else { throw failure }
    }
  }

  /// From the beginning on.
  public func rewind() throws(AudioFileError) {
    guard fflush(file) == 0, fseek(file, 0, SEEK_SET) == 0 else { throw failure }
  }

  /// The next frames, at most as many as `buffer` holds; 0 at the end.
  public func read(_ most: Int = .max, into buffer: borrowing ChannelBuffer) throws(AudioFileError) -> Int {
    let frames = fread(interleaver.samples, frameBytes, min(most, Interleaver.most, buffer.capacity), file)
    guard frames > 0 || ferror(file) == 0 else { throw failure }
    for channel in 0..<channels {
      let target = buffer[channel]
      for frame in 0..<frames { target[frame] = interleaver.samples[frame * channels + channel] }
    }
    return frames
  }

  private var frameBytes: Int { channels * MemoryLayout<Float>.stride }

  private var failure: AudioFileError {
    let code = errno
    return AudioFileError(
      .output, path, "cannot be written (\(String(cString: strerror(code))))",
      remedy: code == ENOSPC ? "make room, or choose another disk" : "choose another place")
  }
}
