import CAVFormat
import Signal

/// Makes packets of sound for one track of a movie, and hands them to whoever writes them.
class MovieSoundTrack {
  let stream: UnsafeMutablePointer<AVStream>
  let format: MovieSoundFormat
  fileprivate var packet = av_packet_alloc()
  /// Taken so far.
  fileprivate(set) var frames = 0

  typealias Sink = (UnsafeMutablePointer<AVPacket>) throws(AudioFileError) -> Void

  /// A new stream of `file`.
  fileprivate init(_ file: UnsafeMutablePointer<AVFormatContext>, _ format: MovieSoundFormat) {
    guard let stream = avformat_new_stream(file, nil) else { fatalError("no memory for a track") }
    self.stream = stream
    self.format = format
    stream.pointee.time_base = AVRational(num: 1, den: Int32(format.sampleRate))
    stream.pointee.disposition = format.isEnabled ? AV_DISPOSITION_DEFAULT : 0
    av_dict_set(&stream.pointee.metadata, "handler_name", format.name, 0)
  }

  deinit { av_packet_free(&packet) }

  static func make(
    _ file: UnsafeMutablePointer<AVFormatContext>, _ format: MovieSoundFormat, path: String
  ) throws(AudioFileError) -> MovieSoundTrack {
    switch format.coding {
    case .pcm(let encoding): PCMTrack(file, format, encoding)
    case .aac(let kilobits): try AACTrack(file, format, kilobits: kilobits, path: path)
    }
  }

  /// `count` frames from `start` on, its channels from `first` on.
  func write(
    _ audio: borrowing ChannelBuffer, channel first: Int, from start: Int, frames count: Int, _ sink: Sink
  ) throws(AudioFileError) {
    fatalError("a subclass writes")
  }

  /// Nothing more comes.
  func finish(_ sink: Sink) throws(AudioFileError) {}
}

/// Samples as they are.
private final class PCMTrack: MovieSoundTrack {
  private let packer: SamplePacker

  init(_ file: UnsafeMutablePointer<AVFormatContext>, _ format: MovieSoundFormat, _ encoding: SampleEncoding) {
    packer = SamplePacker(encoding)
    super.init(file, format)
    let parameters = stream.pointee.codecpar!
    parameters.pointee.codec_type = AVMEDIA_TYPE_AUDIO
    parameters.pointee.codec_id = packer.codec
    parameters.pointee.sample_rate = Int32(format.sampleRate)
    parameters.pointee.bits_per_coded_sample = Int32(8 * packer.bytes)
    parameters.pointee.block_align = Int32(packer.bytes * format.channels)
    if format.isAmbisonic {
      parameters.pointee.ch_layout = nf_av_unnamed_channels(Int32(format.channels))
    } else {
      av_channel_layout_default(&parameters.pointee.ch_layout, Int32(format.channels))
    }
  }

  override func write(
    _ audio: borrowing ChannelBuffer, channel first: Int, from start: Int, frames count: Int, _ sink: Sink
  ) throws(AudioFileError) {
    let frameBytes = packer.bytes * format.channels
    guard let packet, av_new_packet(packet, Int32(frameBytes * count)) >= 0 else { fatalError("no memory for sound") }
    for channel in 0..<format.channels {
      packer.pack(
        audio[first + channel] + start, count, into: packet.pointee.data + packer.bytes * channel, step: frameBytes)
    }
    (packet.pointee.pts, packet.pointee.dts) = (Int64(frames), Int64(frames))
    packet.pointee.duration = Int64(count)
    packet.pointee.flags |= AV_PKT_FLAG_KEY
    frames += count
    try sink(packet)
  }
}

/// AAC (low complexity).
private final class AACTrack: MovieSoundTrack {
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
      if status >= 0 { try sink(packet!) }
    }
    guard status == nf_av_again() || status == nf_av_end() else {
      throw AudioFileError(
        .output, path, "AAC cannot be made (\(AVStatus.text(status)))", remedy: "choose PCM: --codec pcm")
    }
  }
}
