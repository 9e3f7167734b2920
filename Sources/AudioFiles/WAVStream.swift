import Glibc
import Signal

/// A WAV of 32-bit floats on standard output, for a pipe: its header is written first and cannot be put right at the end.
public final class WAVStream: SoundWriter {
  public private(set) var framesWritten = 0
  private let interleaver: Interleaver

  /// `frames`: how many will come, if it is known; readers take the file as endless otherwise, as do those of files above 4 GB.
  public init(channels: Int, sampleRate: Int, frames: Int?) throws(AudioFileError) {
    interleaver = Interleaver(channels: channels)
    let header = Self.header(channels: channels, sampleRate: sampleRate, frames: frames)
    let error = header.withUnsafeBytes { FileBytes.write($0, to: 1) }
    if error != 0 { throw Self.failure(error) }
  }

  public func write(
    _ audio: borrowing ChannelBuffer, channel first: Int, from start: Int, frames: Int
  ) throws(AudioFileError) {
    try interleaver.hand(audio, channel: first, from: start, frames: frames) {
      (samples, count) throws(AudioFileError) in
      let bytes = count * interleaver.channels * MemoryLayout<Float>.stride
      let error = FileBytes.write(UnsafeRawBufferPointer(start: samples, count: bytes), to: 1)
      if error != 0 { throw Self.failure(error) }
    }
    framesWritten += frames
  }

  public func finish() {}

  private static func failure(_ error: Int32) -> AudioFileError {
    AudioFileError(
      .output, "-", "cannot be written (\(String(cString: strerror(error))))",
      remedy: "see whether the program behind the pipe still runs")
  }

  /// WAVE_FORMAT_EXTENSIBLE, IEEE float, no places of loudspeakers. Source: Microsoft, Multiple Channel Audio Data and WAVE
  /// Files (2007).
  static func header(channels: Int, sampleRate: Int, frames: Int?) -> [UInt8] {
    let frameBytes = channels * 4
    let dataBytes = frames.map { $0 * frameBytes } ?? Int(UInt32.max)
    let isKnown = dataBytes <= Int(UInt32.max) - 72
    var bytes: [UInt8] = []
    func add(_ text: String) { bytes += Array(text.utf8) }
    func add(_ value: Int, bytes count: Int) {
      bytes += (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    add("RIFF")
    add(isKnown ? dataBytes + 60 : Int(UInt32.max), bytes: 4)
    add("WAVEfmt ")
    add(40, bytes: 4)
    add(0xFFFE, bytes: 2)
    add(channels, bytes: 2)
    add(sampleRate, bytes: 4)
    add(sampleRate * frameBytes, bytes: 4)
    add(frameBytes, bytes: 2)
    add(32, bytes: 2)
    add(22, bytes: 2)
    add(32, bytes: 2)
    add(0, bytes: 4)
    bytes += [3, 0, 0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
    add("data")
    add(isKnown ? dataBytes : Int(UInt32.max), bytes: 4)
    return bytes
  }
}
