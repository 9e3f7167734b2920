/// A picture of 256 colours as PNG, without compression. Source: W3C, Portable Network Graphics (2003); RFC 1950, RFC 1951.
struct PNGPicture {
  private let bytes: [UInt8]

  /// `rows`: from the top; numbers of colours. `palette`: 256 times red, green, blue.
  init(rows: [[UInt8]], palette: [UInt8]) {
    let (width, height) = (rows.first?.count ?? 0, rows.count)
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    bytes += Self.chunk("IHDR", Self.big(width) + Self.big(height) + [8, 3, 0, 0, 0])
    bytes += Self.chunk("PLTE", palette)
    bytes += Self.chunk("IDAT", Self.stored(rows.flatMap { [0] + $0 }))
    bytes += Self.chunk("IEND", [])
    self.bytes = bytes
  }

  /// For the `src` of an image.
  var address: String { "data:image/png;base64," + Base64.text(bytes) }

  private static func big(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let content = Array(name.utf8) + data
    return big(data.count) + content + big(Int(crc(content)))
  }

  /// A stream of blocks that are not compressed.
  private static func stored(_ data: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
      let count = min(65_535, data.count - start)
      let isLast: UInt8 = start + count == data.count ? 1 : 0
      let length = [UInt8(truncatingIfNeeded: count), UInt8(truncatingIfNeeded: count >> 8)]
      stream += [isLast] + length + length.map { ~$0 } + data[start..<start + count]
      start += count
    } while start < data.count
    return stream + big(Int(adler(data)))
  }

  static func crc(_ bytes: [UInt8]) -> UInt32 {
    var value: UInt32 = .max
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
    return ~value
  }

  static func adler(_ bytes: [UInt8]) -> UInt32 {
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return b << 16 | a
  }
}
