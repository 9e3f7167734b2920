import CAVFormat
import Signal

/// AAC (low complexity).
final class AACTrack: MovieSoundTrack {
  private var context: UnsafeMutablePointer<AVCodecContext>?
  private var frame = av_frame_alloc()
  private let path: String
  /// Frames of the next packet that are there.
  private var filled = 0
  private var size: Int { Int(context!.pointee.frame_size) }

  init(
    _ file: UnsafeMutablePointer<AVFormatContext>, _ format: MovieSoundFormat, kilobits: Int, path: String
  ) throws(AudioFileError) {
    self.path = path
    super.init(file, format)
    let codec = avcodec_find_encoder(AV_CODEC_ID_AAC)
    context = avcodec_alloc_context3(codec)
    guard let context, let frame else { fatalError("no memory for AAC") }
    context.pointee.sample_fmt = AV_SAMPLE_FMT_FLTP
    context.pointee.sample_rate = Int32(format.sampleRate)
    context.pointee.time_base = AVRational(num: 1, den: Int32(format.sampleRate))
    context.pointee.bit_rate = Int64(kilobits) * 1000
    context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
    av_channel_layout_default(&context.pointee.ch_layout, Int32(format.channels))
    let status = avcodec_open2(context, codec, nil)
    guard status >= 0 else {
      throw AudioFileError(
        .output, path, "AAC cannot hold it (\(AVStatus.text(status)))", remedy: "choose PCM: --codec pcm")
    }
    avcodec_parameters_from_context(stream.pointee.codecpar, context)
    frame.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
    frame.pointee.nb_samples = context.pointee.frame_size
    av_channel_layout_copy(&frame.pointee.ch_layout, &context.pointee.ch_layout)
    guard av_frame_get_buffer(frame, 0) >= 0 else { fatalError("no memory for AAC") }
  }

  deinit {
    av_frame_free(&frame)
    avcodec_free_context(&context)
  }

  override func write(
    _ audio: borrowing ChannelBuffer, channel first: Int, from start: Int, frames count: Int, _ sink: Sink
  ) throws(AudioFileError) {
    var done = 0
    while done < count {
      if filled == 0 { av_frame_make_writable(frame) }
      let next = min(size - filled, count - done)
      for channel in 0..<format.channels {
        (plane(channel) + filled).update(from: audio[first + channel] + start + done, count: next)
      }
      filled += next
      done += next
      if filled == size { try encode(sink) }
    }
  }

  override func finish(_ sink: Sink) throws(AudioFileError) {
    if filled > 0 { try encode(sink) }
    try send(nil, sink)
  }

  private func plane(_ channel: Int) -> UnsafeMutablePointer<Float> {
    UnsafeMutableRawPointer(frame!.pointee.extended_data[channel]!).assumingMemoryBound(to: Float.self)
  }

  private func encode(_ sink: Sink) throws(AudioFileError) {
    frame!.pointee.nb_samples = Int32(filled)
    frame!.pointee.pts = Int64(frames)
    frames += filled
    filled = 0
    try send(frame, sink)
  }

  private func send(_ frame: UnsafeMutablePointer<AVFrame>?, _ sink: Sink) throws(AudioFileError) {
    var status = avcodec_send_frame(context, frame)
    while status >= 0 {
      status = avcodec_receive_packet(context, packet)
      if status >= 0 { try sink(packet) }
    }
    guard status == nf_av_again() || status == nf_av_end() else {
      throw AudioFileError(
        .output, path, "AAC cannot be made (\(AVStatus.text(status)))", remedy: "choose PCM: --codec pcm")
    }
  }
}
