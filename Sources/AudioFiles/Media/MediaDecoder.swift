import CAVFormat

/// Decodes whatever FFmpeg's libraries do.
final class MediaDecoder: TrackDecoder {
  private let path: String
  private var context: UnsafeMutablePointer<AVCodecContext>?
  private var frame = av_frame_alloc()
  private var converter: OpaquePointer?
  private var format = AV_SAMPLE_FMT_NONE
  private let channels: Int
  private var planes: [UnsafeMutablePointer<Float>] = []
  private var capacity = 0
  private var start = 0
  private(set) var framesReady = 0

  init(_ path: String, _ stream: UnsafeMutablePointer<AVStream>) throws(AudioFileError) {
    self.path = path
    let parameters = stream.pointee.codecpar!
    channels = Int(parameters.pointee.ch_layout.nb_channels)
    context = avcodec_alloc_context3(nil)
    guard let context, let codec = avcodec_find_decoder(parameters.pointee.codec_id) else {
      throw MediaInput.error(path, "cannot be decoded", nf_av_no_decoder())
    }
    avcodec_parameters_to_context(context, parameters)
    context.pointee.pkt_timebase = stream.pointee.time_base
    context.pointee.thread_count = 1
    let status = avcodec_open2(context, codec, nil)
    guard status >= 0 else { throw MediaInput.error(path, "cannot be decoded", status) }
  }

  deinit {
    for plane in planes { plane.deallocate() }
    swr_free(&converter)
    av_frame_free(&frame)
    avcodec_free_context(&context)
  }

  func send(_ packet: UnsafeMutablePointer<AVPacket>?) throws(AudioFileError) {
    let status = avcodec_send_packet(context, packet)
    guard status >= 0 || status == nf_av_damaged() || status == nf_av_end() else {
      throw MediaInput.error(path, "cannot be decoded on", status)
    }
  }

  func receive() throws(AudioFileError) -> Bool {
    let status = avcodec_receive_frame(context, frame)
    if status == nf_av_again() || status == nf_av_end() { return false }
    guard status >= 0, let frame else { throw MediaInput.error(path, "cannot be decoded on", status) }
    guard Int(frame.pointee.ch_layout.nb_channels) == channels else {
      throw AudioFileError(
        .input, path, "changes its number of channels within", remedy: "export it as WAV, in parts")
    }
    try convert(frame)
    return framesReady > 0
  }

  func samples(_ channel: Int) -> UnsafePointer<Float> { UnsafePointer(planes[channel] + start) }

  func take(_ frames: Int) {
    start += frames
    framesReady -= frames
  }

  private func convert(_ frame: UnsafeMutablePointer<AVFrame>) throws(AudioFileError) {
    let count = Int(frame.pointee.nb_samples)
    let frameFormat = AVSampleFormat(rawValue: frame.pointee.format)
    if frameFormat != format {
      swr_free(&converter)
      converter = nf_av_to_floats(Int32(channels), frameFormat, max(1, frame.pointee.sample_rate))
      format = frameFormat
    }
    if count > capacity { makeRoom(count) }
    var outputs = planes.map { Optional(UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt8.self)) }
    // Where each channel has a plane of its own, there may be more than the eight that stand in the frame itself.
    let given = frame.pointee.extended_data.withMemoryRebound(
      to: UnsafePointer<UInt8>?.self, capacity: channels
    ) { inputs in swr_convert(converter, &outputs, Int32(count), inputs, Int32(count)) }
    guard converter != nil, given >= 0 else { throw MediaInput.error(path, "cannot be converted", given) }
    (start, framesReady) = (0, Int(given))
  }

  private func makeRoom(_ count: Int) {
    for plane in planes { plane.deallocate() }
    planes = (0..<channels).map { _ in .allocate(capacity: count) }
    capacity = count
  }
}
