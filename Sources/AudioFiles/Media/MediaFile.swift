import CAVFormat

/// What a movie holds.
public struct MediaFile: Sendable {
  /// "QuickTime / MOV"
  public let container: String
  public let tracks: [MediaTrack]
  /// The text of the mix metadata (`nearfar-mix/1`) in it; nil where there are none.
  public let mixMetadata: String?
  /// Title, artist, comment and the like.
  public let tags: [(name: String, text: String)]

  /// Where the mix metadata are, UTF-8: in a timed metadata track, or an item of the movie's metadata (handler `mdta`).
  public static let mixMetadataKey = "com.nearfar.mix"

  public init(_ path: String, _ kind: MediaKind) throws(AudioFileError) {
    self.init(try MediaInput(path, kind), kind)
  }

  init(_ input: MediaInput, _ kind: MediaKind) {
    container = input.context.pointee.iformat.pointee.long_name.map { String(cString: $0) } ?? kind.rawValue
    let movie = kind == .quickTime ? QuickTimeMovie(path: input.path) : nil
    tracks = (0..<input.count).map { Self.track($0, input.stream($0), kind, movie) }
    var (tags, mix): ([(name: String, text: String)], String?) = ([], nil)
    var entry: UnsafeMutablePointer<AVDictionaryEntry>?
    while let next = av_dict_get(input.context.pointee.metadata, "", entry, AV_DICT_IGNORE_SUFFIX) {
      entry = next
      let (name, text) = (String(cString: next.pointee.key), String(cString: next.pointee.value))
      if name.lowercased() == Self.mixMetadataKey {
        mix = text
      } else if ["title", "artist", "date", "comment"].contains(name.lowercased()) {
        tags.append((name.lowercased(), text))
      }
    }
    let timed = movie.flatMap { movie in
      QuickTimeMovie.withDescriptor(input.path) { QuickTimeMetadata.text(Self.mixMetadataKey, in: movie, $0) }
    }
    (self.tags, mixMetadata) = (tags, timed ?? mix)
  }

  private static func track(
    _ index: Int, _ stream: UnsafeMutablePointer<AVStream>, _ kind: MediaKind, _ movie: QuickTimeMovie?
  ) -> MediaTrack {
    let parameters = stream.pointee.codecpar.pointee
    let entry = movie?.tracks.first { $0.identifier == Int(stream.pointee.id) }
    let codec = name(parameters)
    let family = OpusHeader(parameters)?.family
    let isAmbisonic =
      parameters.ch_layout.order == AV_CHANNEL_ORDER_AMBISONIC || entry?.layoutTag.map { $0 >> 16 } == ambisonicTag
      || family != nil
    return MediaTrack(
      number: index + 1, kind: self.kind(parameters.codec_type), codec: codec,
      isDecodable: isSound(parameters)
        && (family == .projection || avcodec_find_decoder(parameters.codec_id) != nil),
      channels: Int(parameters.ch_layout.nb_channels),
      sampleRate: Int(parameters.sample_rate), layout: layout(parameters), isAmbisonic: isAmbisonic,
      isEnabled: entry?.isEnabled ?? (stream.pointee.disposition & AV_DISPOSITION_DEFAULT != 0),
      alternateGroup: entry?.alternateGroup ?? 0,
      fallback: entry?.fallback.flatMap { fallback in
        movie?.tracks.firstIndex { $0.identifier == fallback }.map { $0 + 1 }
      }, frames: frames(stream, kind))
  }

  /// kAudioChannelLayoutTag_HOA_ACN_SN3D without its count of channels. Source: Apple, CoreAudioBaseTypes.h.
  static let ambisonicTag = 190

  /// What no decoder could make sense of is not tried.
  private static func isSound(_ parameters: AVCodecParameters) -> Bool {
    parameters.codec_type == AVMEDIA_TYPE_AUDIO && (1...128).contains(parameters.ch_layout.nb_channels)
      && parameters.sample_rate > 0
  }

  private static func kind(_ type: AVMediaType) -> MediaTrack.Kind {
    switch type {
    case AVMEDIA_TYPE_AUDIO: .sound
    case AVMEDIA_TYPE_VIDEO: .video
    case AVMEDIA_TYPE_SUBTITLE: .text
    default: .data
    }
  }

  private static func name(_ parameters: AVCodecParameters) -> String {
    if parameters.codec_id != AV_CODEC_ID_NONE { return String(cString: avcodec_get_name(parameters.codec_id)) }
    let letters = (0..<4).map { UInt8(truncatingIfNeeded: parameters.codec_tag >> (8 * UInt32($0))) }
    return letters.allSatisfy { (32..<127).contains($0) } ? String(decoding: letters, as: UTF8.self) : "unknown"
  }

  private static func layout(_ parameters: AVCodecParameters) -> String {
    guard parameters.codec_type == AVMEDIA_TYPE_AUDIO, parameters.ch_layout.order != AV_CHANNEL_ORDER_UNSPEC else {
      return ""
    }
    var bytes = [CChar](repeating: 0, count: 128)
    withUnsafePointer(to: parameters.ch_layout) { _ = av_channel_layout_describe($0, &bytes, bytes.count) }
    return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func frames(_ stream: UnsafeMutablePointer<AVStream>, _ kind: MediaKind) -> Int? {
    let (stream, rate) = (stream.pointee, stream.pointee.codecpar.pointee.sample_rate)
    guard stream.duration != nf_av_no_time(), stream.duration > 0, rate > 0, stream.time_base.den > 0 else {
      return nil
    }
    // Ogg counts what the decoder drops before the beginning.
    let padding = kind == .ogg ? Int(stream.codecpar.pointee.initial_padding) : 0
    let all = Int(av_rescale_q(stream.duration, stream.time_base, AVRational(num: 1, den: rate)))
    return (0...AudioFileInfo.mostFrames).contains(all) ? max(0, all - padding) : nil
  }
}
