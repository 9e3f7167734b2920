import CAVFormat
import Glibc

/// An open movie: its tracks, and their packets one after the other.
final class MediaInput {
  let path: String
  let context: UnsafeMutablePointer<AVFormatContext>

  init(_ path: String, _ kind: MediaKind) throws(AudioFileError) {
    self.path = path
    nf_av_quiet()
    var opened: UnsafeMutablePointer<AVFormatContext>?
    // A name with a colon is no protocol: `file:` stands before it.
    let status = avformat_open_input(&opened, "file:" + path, av_find_input_format(kind.rawValue), nil)
    guard status >= 0, let opened else { throw Self.error(path, "cannot be read", status) }
    context = opened
    let found = avformat_find_stream_info(opened, nil)
    guard found >= 0 else {
      var closing: UnsafeMutablePointer<AVFormatContext>? = opened
      avformat_close_input(&closing)
      throw Self.error(path, "cannot be read", found)
    }
  }

  deinit {
    var closing: UnsafeMutablePointer<AVFormatContext>? = context
    avformat_close_input(&closing)
  }

  var count: Int { Int(context.pointee.nb_streams) }

  func stream(_ index: Int) -> UnsafeMutablePointer<AVStream> { nf_av_stream(context, Int32(index)) }

  /// Only packets of `index` are read.
  func take(only index: Int) {
    for other in 0..<count where other != index { stream(other).pointee.discard = AVDISCARD_ALL }
  }

  /// The next packet of `index`; false at the end.
  func read(_ index: Int, _ packet: UnsafeMutablePointer<AVPacket>) throws(AudioFileError) -> Bool {
    while true {
      let status = av_read_frame(context, packet)
      if status == nf_av_end() { return false }
      guard status >= 0 else { throw Self.error(path, "cannot be read on", status) }
      if packet.pointee.stream_index == Int32(index) { return true }
      av_packet_unref(packet)
    }
  }

  static func error(_ path: String, _ what: String, _ status: Int32) -> AudioFileError {
    AudioFileError(.input, path, "\(what) (\(AVStatus.text(status)))", remedy: "copy or export it again")
  }
}
