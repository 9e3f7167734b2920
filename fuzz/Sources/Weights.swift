import Signal

@testable import Remix

/// Weights of the network. Their checksum is put right: what guards against damage does not guard against intent.
enum Weights {
  private static let grid = SeparationGrid(sampleRate: 8_000)

  /// Makes a network of them and lets it hear two hops.
  @Sendable static func read() throws {
    var network = try MaskNetwork(path: InputFile.path, grid: grid)
    let spectra = Spectra(channels: 4, bins: grid.bins)
    for bin in 0..<grid.bins { spectra.real(bin % 4)[bin] = Float(bin) }
    let presence = FloatBuffer(count: Spectra.lanes(for: grid.bins))
    for _ in 0..<2 {
      for part in [HopPart.hear, .recognise, .refine] { network.update(part, spectra, into: presence) }
    }
    for bin in 0..<grid.bins { precondition(presence[bin].isFinite) }
  }

  @Sendable static func sealed(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count > 12 else { return bytes }
    var file = Array("NFARMASK".utf8) + bytes[8..<bytes.count - 4]
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in file { sum = table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ sum >> 8 }
    for byte in 0..<4 { file.append(UInt8(truncatingIfNeeded: ~sum >> UInt32(8 * byte))) }
    return file
  }

  /// CRC-32 of IEEE 802.3, reflected.
  private static let table: [UInt32] = (0..<256).map { index in
    var value = UInt32(index)
    for _ in 0..<8 { value = value & 1 == 0 ? value >> 1 : 0xEDB8_8320 ^ (value >> 1) }
    return value
  }
}
