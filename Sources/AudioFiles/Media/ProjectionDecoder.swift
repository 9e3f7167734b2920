import CAVFormat
import COpus

/// Decodes Opus with mapping family 3, Ambisonics behind a matrix, which FFmpeg's libraries do not know.
final class ProjectionDecoder: TrackDecoder {
  private let decoder: OpaquePointer
  private let channels: Int
  private let interleaved: UnsafeMutablePointer<Float>
  private let planes: UnsafeMutablePointer<Float>
  private var start = 0
  private(set) var framesReady = 0
  /// Frames that are left of those before the beginning.
  private var early: Int

  /// Of one packet: 120 ms, at the rate of all Opus.
  private static let mostFrames = 5760
  private static let sampleRate: Int32 = 48_000

  init(_ path: String, _ header: OpusHeader) throws(AudioFileError) {
    var (matrix, status) = (header.matrix, Int32(0))
    guard
      let decoder = opus_projection_decoder_create(
        Self.sampleRate, Int32(header.channels), Int32(header.streams), Int32(header.coupledStreams), &matrix,
        Int32(matrix.count), &status)
    else {
      throw AudioFileError(
        .input, path, "cannot be decoded (\(String(cString: opus_strerror(status))))", remedy: "copy or export it again"
      )
    }
    self.decoder = decoder
    channels = header.channels
    early = header.preSkip
    interleaved = .allocate(capacity: Self.mostFrames * channels)
    planes = .allocate(capacity: Self.mostFrames * channels)
    _ = nf_opus_set_gain(decoder, Int32(header.gain))
  }

  deinit {
    opus_projection_decoder_destroy(decoder)
    interleaved.deallocate()
    planes.deallocate()
  }

  func send(_ packet: UnsafeMutablePointer<AVPacket>?) {
    guard let packet, packet.pointee.size > 0 else { return }
    let count = Int(
      opus_projection_decode_float(
        decoder, packet.pointee.data, packet.pointee.size, interleaved, Int32(Self.mostFrames), 0))
    // Below 0: damaged.
    guard count > 0 else { return }
    for channel in 0..<channels {
      let plane = planes + channel * Self.mostFrames
      for frame in 0..<count { plane[frame] = interleaved[frame * channels + channel] }
    }
    start = min(early, count)
    early -= start
    framesReady = count - start
  }

  func receive() -> Bool { framesReady > 0 }

  func samples(_ channel: Int) -> UnsafePointer<Float> {
    UnsafePointer(planes + channel * Self.mostFrames + start)
  }

  func take(_ frames: Int) {
    start += frames
    framesReady -= frames
  }
}
