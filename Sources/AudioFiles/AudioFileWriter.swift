import CSndFile
import Glibc
import Signal

/// Writes a sound file frame by frame, in constant memory; it has its name only when `finish` has succeeded.
public final class AudioFileWriter: SoundWriter {
  public let format: AudioFileFormat
  public private(set) var framesWritten = 0

  private let output: OutputFile
  private var file: OpaquePointer?
  private let interleaver: Interleaver

  public init(_ output: OutputFile, _ format: AudioFileFormat) throws(AudioFileError) {
    self.output = output
    self.format = format
    if let problem = format.problem(output.path) { throw problem }
    interleaver = Interleaver(channels: format.channels)
    var info = format.sndfile
    file = sf_open_fd(output.descriptor, Int32(SFM_WRITE), &info, 1)
    guard let file else {
      throw AudioFileError(
        .output, output.path, "cannot be begun (\(String(cString: sf_strerror(nil))))", remedy: "choose another format")
    }
    if format.container == .wav { sf_command(file, Int32(SFC_RF64_AUTO_DOWNGRADE), nil, 1) }
    if format.marksBFormat { nf_sound_set_b_format(file) }
    if format.encoding.clips { sf_command(file, Int32(SFC_SET_CLIPPING), nil, 1) }
    var map = format.plan.map
    if !map.isEmpty {
      sf_command(
        file, Int32(SFC_SET_CHANNEL_MAP_INFO), &map, Int32(map.count * MemoryLayout<Int32>.stride))
    }
  }

  public func write(
    _ audio: borrowing ChannelBuffer, channel first: Int, from start: Int, frames: Int
  ) throws(AudioFileError) {
    try interleaver.hand(audio, channel: first, from: start, frames: frames) {
      (samples, count) throws(AudioFileError) in
      errno = 0
      guard let file, sf_writef_float(file, samples, Int64(count)) == Int64(count) else { throw failure }
    }
    framesWritten += frames
  }

  /// All is on the disk; only the name is left for `finish` to give.
  public func close() throws(AudioFileError) {
    guard let open = file else { return }
    file = nil
    errno = 0
    guard sf_close(open) == 0 else { throw failure }
  }

  public func finish() throws(AudioFileError) {
    try close()
    try output.finish()
  }

  deinit { if let file { sf_close(file) } }

  private var failure: AudioFileError {
    let code = errno
    let reason = code != 0 ? String(cString: strerror(code)) : String(cString: sf_strerror(file))
    return AudioFileError(
      .output, output.path, "cannot be written on after \(framesWritten) frames (\(reason))",
      remedy: code == ENOSPC ? "make room, or choose another disk" : "choose another place or format")
  }
}
