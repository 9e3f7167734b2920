import CSndFile
import Glibc
import Signal

/// Reads a sound file from its beginning to its end, in constant memory: any that libsndfile knows, or a pipe.
public final class AudioFileReader {
  public let path: String
  public let info: AudioFileInfo
  /// Read so far.
  public private(set) var framesRead = 0
  /// Samples so far that were no numbers.
  public private(set) var strangeSamples = 0

  private let file: OpaquePointer
  private let interleaved: UnsafeMutablePointer<Float>
  private static let most = 4096

  /// `path`: `-` is standard input.
  public init(_ path: String) throws(AudioFileError) {
    self.path = path
    if path != "-", let problem = Self.problem(path) { throw problem }
    var info = SF_INFO()
    let opened = path == "-" ? sf_open_fd(0, Int32(SFM_READ), &info, 0) : sf_open(path, Int32(SFM_READ), &info)
    guard let opened else {
      let reason = String(cString: sf_strerror(nil)).split(separator: "\n").joined(separator: " ")
      throw AudioFileError(.input, path, "cannot be read as sound (\(reason))", remedy: Self.remedy(path))
    }
    file = opened
    self.info = AudioFileInfo(opened, info)
    interleaved = .allocate(capacity: Self.most * max(1, Int(info.channels)))
  }

  deinit {
    sf_close(file)
    interleaved.deallocate()
  }

  /// The next frames, at most as many as `buffer` holds; 0 at the end. Channel k of the buffer becomes channel
  /// `channels[k]` of the file. Samples that are no numbers are read as they are, and counted.
  public func read(_ channels: [Int], into buffer: borrowing ChannelBuffer) throws(AudioFileError) -> Int {
    let frames = Int(sf_readf_float(file, interleaved, Int64(min(Self.most, buffer.capacity))))
    if frames == 0 && sf_error(file) != 0 {
      let reason = String(cString: sf_strerror(file))
      throw AudioFileError(
        .input, path, "cannot be read on after \(framesRead) frames (\(reason))", remedy: "copy or record it again")
    }
    for (target, channel) in channels.enumerated() {
      Self.take(interleaved + channel, step: info.channels, into: buffer[target], frames: frames)
    }
    strangeSamples += countStrange(frames * info.channels)
    framesRead += frames
    return frames
  }

  private static func take(
    _ source: UnsafePointer<Float>, step: Int, into target: UnsafeMutablePointer<Float>, frames: Int
  ) {
    for frame in 0..<frames { target[frame] = source[frame * step] }
  }

  /// x − x is 0 for numbers alone; a sum tells at once where there is nothing to count.
  private func countStrange(_ samples: Int) -> Int {
    var sum: Float = 0
    for sample in 0..<samples { sum += interleaved[sample] - interleaved[sample] }
    guard sum != 0 else { return 0 }
    return (0..<samples).count { !interleaved[$0].isFinite }
  }

  // MARK: Reasons

  private static func problem(_ path: String) -> AudioFileError? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      let isMissing = errno == ENOENT || errno == ENOTDIR
      return AudioFileError(
        .input, path, isMissing ? "there is no such file" : String(cString: strerror(errno)), remedy: "check its name")
    }
    if status.st_mode & S_IFMT == S_IFDIR {
      return AudioFileError(.input, path, "is a folder", remedy: "name a sound file in it")
    }
    if access(path, R_OK) != 0 {
      return AudioFileError(
        .input, path, "cannot be opened (\(String(cString: strerror(errno))))",
        remedy: "ask its owner for leave to read it")
    }
    if status.st_mode & S_IFMT == S_IFREG && status.st_size == 0 {
      return AudioFileError(.input, path, "is empty", remedy: "copy or record it again")
    }
    return nil
  }

  private static func remedy(_ path: String) -> String {
    switch path.lowercased().split(separator: ".").last {
    case "aac", "ac3", "avi", "ts", "wma":
      "export it as WAV first: ffmpeg -i \(path) -c:a pcm_f32le out.wav"
    case "raw", "pcm":
      "give it a header first: sox -t raw -e float -b 32 -c 4 -r 48000 \(path) out.wav"
    default: "it must be WAV, RF64, W64, CAF, AIFF, AU, FLAC, Ogg, MOV, MP4 or MKV"
    }
  }
}
