import CPlatform

/// The division of time and frequency that the separation works on, the same in milliseconds at every rate.
///
/// Frames of 16 to 24 ms (a power of two), hops of a quarter. 48 kHz: 1024 and 256 frames.
public struct SeparationGrid: Sendable {
  public let sampleRate: Double
  public let frameSize: Int

  /// Build.
  public init(sampleRate: Double) {
    self.sampleRate = sampleRate
    var size = 64
    while Double(size * 2) <= 0.024 * sampleRate { size *= 2 }
    frameSize = size
  }

  public var bins: Int { frameSize / 2 + 1 }
  public var hop: Int { frameSize / 4 }
  public var hopSeconds: Double { Double(hop) / sampleRate }
  public var binSpacingHz: Double { sampleRate / Double(frameSize) }

  /// The bin nearest to a frequency.
  public func bin(hz: Double) -> Int { min(Int(hz / binSpacingHz + 0.5), bins - 1) }

  /// The share of the new value in a recursive mean over hops with this time constant.
  public func share(seconds: Double) -> Float { Float(1 - nf_exp(-hopSeconds / seconds)) }
}
