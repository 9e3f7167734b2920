import CAVFormat
import Signal

/// Reads one sound track of a movie from its beginning to its end, in constant memory.
public final class MediaReader: SoundReader {
  public let path: String
  public let info: AudioFileInfo
  /// The whole movie, of which one track is read.
  public let media: MediaFile
  /// The track that is read, from 1.
  public let track: MediaTrack
  public private(set) var framesRead = 0
  public private(set) var strangeSamples = 0

  private let input: MediaInput
  private let index: Int
  private let decoder: any TrackDecoder
  private var packet: UnsafeMutablePointer<AVPacket>?
  private var isDrained = false

  /// `track`: from 1; nil for the first-order track, or what a player plays.
  public init(_ path: String, _ kind: MediaKind, track: Int? = nil) throws(AudioFileError) {
    self.path = path
    input = try MediaInput(path, kind)
    media = MediaFile(input, kind)
    index = try media.index(track, path)
    self.track = media.tracks[index]
    decoder = try Self.decoder(path, input.stream(index))
    info = AudioFileInfo(media, self.track)
    input.take(only: index)
    // What throws before this would leave it behind.
    packet = av_packet_alloc()
  }

  private static func decoder(
    _ path: String, _ stream: UnsafeMutablePointer<AVStream>
  ) throws(AudioFileError) -> any TrackDecoder {
    if let header = OpusHeader(stream.pointee.codecpar.pointee), header.family == .projection {
      return try ProjectionDecoder(path, header)
    }
    return try MediaDecoder(path, stream)
  }

  deinit { av_packet_free(&packet) }

  public func read(_ channels: [Int], into buffer: borrowing ChannelBuffer) throws(AudioFileError) -> Int {
    while decoder.framesReady == 0 {
      if try !decodeMore() { return 0 }
    }
    // What encoders add behind the end to fill a packet is not of the recording.
    let left = info.frames.map { $0 - framesRead } ?? .max
    let frames = min(decoder.framesReady, buffer.capacity, left)
    guard frames > 0 else { return 0 }
    for (target, channel) in channels.enumerated() {
      buffer[target].update(from: decoder.samples(channel), count: frames)
    }
    for channel in 0..<track.channels {
      strangeSamples += Self.countStrange(decoder.samples(channel), frames)
    }
    decoder.take(frames)
    framesRead += frames
    return frames
  }

  /// False when nothing more comes.
  private func decodeMore() throws(AudioFileError) -> Bool {
    while true {
      if try decoder.receive() { return true }
      if isDrained { return false }
      if try input.read(index, packet!) {
        try decoder.send(packet)
        av_packet_unref(packet)
      } else {
        isDrained = true
        try decoder.send(nil)
      }
    }
  }

  /// x − x is 0 for numbers alone; a sum tells at once where there is nothing to count.
  private static func countStrange(_ samples: UnsafePointer<Float>, _ frames: Int) -> Int {
    var sum: Float = 0
    for frame in 0..<frames { sum += samples[frame] - samples[frame] }
    return sum == 0 ? 0 : (0..<frames).count { !samples[$0].isFinite }
  }
}
