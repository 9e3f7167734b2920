import CAVFormat
import Signal

/// Makes packets of sound for one track of a movie, and hands them to whoever writes them.
class MovieSoundTrack {
  let stream: UnsafeMutablePointer<AVStream>
  let format: MovieSoundFormat
  let packet: UnsafeMutablePointer<AVPacket>
  /// Taken so far.
  final var frames = 0

  typealias Sink = (UnsafeMutablePointer<AVPacket>) throws(AudioFileError) -> Void

  /// A new stream of `file`.
  init(_ file: UnsafeMutablePointer<AVFormatContext>, _ format: MovieSoundFormat) {
    guard let stream = avformat_new_stream(file, nil), let packet = av_packet_alloc() else {
      fatalError("no memory for a track")
    }
    (self.stream, self.packet) = (stream, packet)
    self.format = format
    stream.pointee.time_base = AVRational(num: 1, den: Int32(format.sampleRate))
    stream.pointee.disposition = format.isEnabled ? AV_DISPOSITION_DEFAULT : 0
    av_dict_set(&stream.pointee.metadata, "handler_name", format.name, 0)
  }

  deinit {
    var freed: UnsafeMutablePointer<AVPacket>? = packet
    av_packet_free(&freed)
  }

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
