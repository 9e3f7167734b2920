import AudioFiles
import Signal

extension Parser {
  /// No more of an input is decoded.
  private static let mostFrames = 1 << 15

  /// Opens it as any of the program's commands does, and reads on.
  @Sendable static func sound() throws {
    let reader = try SoundFile.open(InputFile.path)
    let channels = Array(0..<min(4, reader.info.channels))
    let buffer = ChannelBuffer(channels: 4, capacity: 1024)
    while reader.framesRead < mostFrames {
      let frames = try reader.read(channels, into: buffer)
      precondition(frames <= buffer.capacity)
      if frames == 0 { break }
    }
  }
}
