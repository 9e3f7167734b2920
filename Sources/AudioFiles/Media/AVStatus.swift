import CAVFormat
import Glibc

/// What FFmpeg's libraries say of an error.
enum AVStatus {
  static func text(_ status: Int32) -> String {
    var bytes = [CChar](repeating: 0, count: 128)
    av_strerror(status, &bytes, bytes.count)
    return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  static func remedy(_ status: Int32) -> String {
    nf_av_errno(status) == ENOSPC ? "make room, or choose another disk" : "choose another place or format"
  }
}
