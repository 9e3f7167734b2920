/// Channels × bins of complex spectra, real and imaginary parts apart, so that one SIMD lane holds one bin.
///
/// `lanes` is `bins` rounded up to whole vectors: loops may run over the padding, which starts as zero. Every part starts
/// on a 64-byte boundary. Build: `init`. Audio: everything else.
public struct Spectra: ~Copyable {
  public let channels: Int
  public let bins: Int
  /// Floats that a loop over bins may touch: a multiple of 8.
  public let lanes: Int
  private let parts: ChannelBuffer

  public init(channels: Int, bins: Int) {
    self.channels = channels
    self.bins = bins
    lanes = Spectra.lanes(for: bins)
    parts = ChannelBuffer(channels: 2 * channels, capacity: lanes)
  }

  /// Real parts of one channel.
  @_noLocks public func real(_ channel: Int) -> UnsafeMutablePointer<Float> { parts[2 * channel] }

  /// Imaginary parts of one channel.
  @_noLocks public func imaginary(_ channel: Int) -> UnsafeMutablePointer<Float> { parts[2 * channel + 1] }

  @_noLocks public func clear() { parts.clear() }

  public static func lanes(for bins: Int) -> Int { (bins + 7) / 8 * 8 }
}
