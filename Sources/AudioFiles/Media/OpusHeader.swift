import CAVFormat

/// What stands before the packets of an Opus track (`OpusHead`), whatever file it is in.
///
/// Source: RFC 7845, 5.1; RFC 8486, 3 and 4, for Ambisonics.
struct OpusHeader {
  /// How streams become channels.
  enum Family: UInt8 {
    /// A stream for each channel: ACN, SN3D.
    case ambisonics = 2
    /// Streams that a matrix makes channels of: ACN, SN3D.
    case projection = 3
  }

  let channels: Int
  /// Frames before the recording begins, at 48 kHz.
  let preSkip: Int
  /// In 1/256 dB.
  let gain: Int
  /// Nil: not Ambisonics.
  let family: Family?
  let streams: Int
  /// Of the streams, those of two channels; they come first.
  let coupledStreams: Int
  /// Of a projection: 16-bit numbers, low byte first, as libopus wants them.
  let matrix: [UInt8]

  private static let familyPlace = 18
  private static let tablePlace = 21

  /// Nil where it is none, or one that contradicts itself.
  init?(_ parameters: AVCodecParameters) {
    guard parameters.codec_id == AV_CODEC_ID_OPUS, let data = parameters.extradata else { return nil }
    self.init(Array(UnsafeBufferPointer(start: data, count: Int(parameters.extradata_size))))
  }

  init?(_ bytes: [UInt8]) {
    guard bytes.count > Self.familyPlace, bytes.starts(with: Array("OpusHead".utf8)), bytes[8] >> 4 == 0 else {
      return nil
    }
    func word(_ place: Int) -> UInt16 { UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8 }
    channels = Int(bytes[9])
    preSkip = Int(word(10))
    gain = Int(Int16(bitPattern: word(16)))
    family = Family(rawValue: bytes[Self.familyPlace])
    let hasTable = bytes.count >= Self.tablePlace
    (streams, coupledStreams) = hasTable ? (Int(bytes[19]), Int(bytes[20])) : (1, 0)
    guard family == .projection else {
      matrix = []
      return
    }
    matrix = Array(bytes.dropFirst(Self.tablePlace))
    guard hasTable, channels > 0, streams > 0, coupledStreams <= streams,
      matrix.count == 2 * channels * (streams + coupledStreams)
    else { return nil }
  }
}
