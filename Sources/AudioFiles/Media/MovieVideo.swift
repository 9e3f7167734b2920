import CAVFormat

/// The video track of another file, packet by packet as it is.
final class MovieVideo {
  private let input: MediaInput
  private let index: Int
  private let stream: UnsafeMutablePointer<AVStream>
  private var packet = av_packet_alloc()
  /// A packet is read and not written.
  private var isPending = false
  private var isOver = false

  /// A new stream of `file`, which `path` is.
  init(_ source: String, into file: UnsafeMutablePointer<AVFormatContext>, path: String) throws(AudioFileError) {
    guard let kind = MediaKind(path: source) else {
      throw AudioFileError(.input, source, "is no movie that can be read", remedy: "it must be MOV, MP4 or MKV")
    }
    input = try MediaInput(source, kind)
    let found = av_find_best_stream(input.context, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0)
    guard found >= 0 else {
      throw AudioFileError(.input, source, "holds no video", remedy: "leave --include-video out")
    }
    index = Int(found)
    input.take(only: index)
    guard let stream = avformat_new_stream(file, nil) else { fatalError("no memory for a track") }
    self.stream = stream
    let given = input.stream(index)
    avcodec_parameters_copy(stream.pointee.codecpar, given.pointee.codecpar)
    try Self.chooseTag(stream.pointee.codecpar, file, source, path)
    stream.pointee.time_base = given.pointee.time_base
    stream.pointee.avg_frame_rate = given.pointee.avg_frame_rate
    stream.pointee.sample_aspect_ratio = given.pointee.sample_aspect_ratio
    stream.pointee.disposition = AV_DISPOSITION_DEFAULT
    copySideData(given)
  }

  deinit { av_packet_free(&packet) }

  /// The tag that it has, where that means the same in a QuickTime file; else the one that is usual there.
  private static func chooseTag(
    _ parameters: UnsafeMutablePointer<AVCodecParameters>, _ file: UnsafeMutablePointer<AVFormatContext>,
    _ source: String, _ path: String
  ) throws(AudioFileError) {
    let tags = file.pointee.oformat.pointee.codec_tag
    let codec = parameters.pointee.codec_id
    if av_codec_get_id(tags, parameters.pointee.codec_tag) == codec { return }
    parameters.pointee.codec_tag = av_codec_get_tag(tags, codec)
    guard parameters.pointee.codec_tag != 0 else {
      throw AudioFileError(
        .output, path, "QuickTime cannot hold the video of \(source) (\(String(cString: avcodec_get_name(codec))))",
        remedy: "convert it first: ffmpeg -i '\(source)' -an -c:v libx264 video.mov")
    }
  }

  /// How the picture is turned, and its colours.
  private func copySideData(_ given: UnsafeMutablePointer<AVStream>) {
    for index in 0..<Int(given.pointee.nb_side_data) {
      let data = given.pointee.side_data[index]
      guard let copy = av_stream_new_side_data(stream, data.type, data.size) else { continue }
      copy.update(from: data.data, count: data.size)
    }
  }

  /// Writes what is shown before `seconds`; nil: all that is left.
  func write(until seconds: Double?, _ sink: MovieSoundTrack.Sink) throws(AudioFileError) {
    while !isOver, let packet {
      if !isPending {
        guard try input.read(index, packet) else {
          isOver = true
          return
        }
        isPending = true
      }
      if let seconds, time(packet) >= seconds { return }
      isPending = false
      av_packet_rescale_ts(packet, input.stream(index).pointee.time_base, stream.pointee.time_base)
      packet.pointee.stream_index = stream.pointee.index
      packet.pointee.pos = -1
      try sink(packet)
    }
  }

  private func time(_ packet: UnsafeMutablePointer<AVPacket>) -> Double {
    let time = packet.pointee.dts != nf_av_no_time() ? packet.pointee.dts : packet.pointee.pts
    return time == nf_av_no_time() ? 0 : Double(time) * av_q2d(input.stream(index).pointee.time_base)
  }
}
