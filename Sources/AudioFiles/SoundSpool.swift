import Glibc
import Signal

/// Sound that is kept on the disk until it is needed once more, under no name: whatever happens, nothing is left of it.
public final class SoundSpool {
  public let channels: Int
  private let path: String
  private let file: UnsafeMutablePointer<FILE>
  private let interleaved: UnsafeMutablePointer<Float>
  private static let most = 4096

  /// In the folder of `path`, where there must be room anyway.
  public init(channels: Int, beside path: String) throws(AudioFileError) {
    self.channels = channels
    self.path = path
    var template = Array((OutputFile.folder(of: path) + "/.nearfar-XXXXXX").utf8CString)
    let descriptor = Interruption.makeNamelessFile(&template)
    guard descriptor >= 0, let file = fdopen(descriptor, "w+") else {
      throw AudioFileError(
        .output, path, "no file can be made beside it (\(String(cString: strerror(errno))))",
        remedy: "choose another folder, or make this one writable")
    }
    self.file = file
    interleaved = .allocate(capacity: Self.most * channels)
  }

  deinit {
    fclose(file)
    interleaved.deallocate()
  }

  public func write(_ audio: borrowing ChannelBuffer, from start: Int, frames: Int) throws(AudioFileError) {
    var done = 0
    while done < frames {
      let count = min(Self.most, frames - done)
      audio.interleave(channel: 0, count: channels, from: start + done, frames: count, into: interleaved)
      guard fwrite(interleaved, frameBytes, count, file) == count else { throw failure }
      done += count
    }
  }

  /// From the beginning on.
  public func rewind() throws(AudioFileError) {
    guard fflush(file) == 0, fseek(file, 0, SEEK_SET) == 0 else { throw failure }
  }

  /// The next frames, at most as many as `buffer` holds; 0 at the end.
  public func read(_ most: Int, into buffer: borrowing ChannelBuffer) throws(AudioFileError) -> Int {
    let frames = fread(interleaved, frameBytes, min(most, Self.most, buffer.capacity), file)
    guard frames > 0 || ferror(file) == 0 else { throw failure }
    for channel in 0..<channels {
      let target = buffer[channel]
      for frame in 0..<frames { target[frame] = interleaved[frame * channels + channel] }
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
