import Signal

/// Puts several signals into one first-order field (ACN, SN3D), each with gains of its own, without latency.
///
/// The channels of a pair or a bed at the places of their loudspeakers, or the capsules of a microphone: any matrix of four
/// rows. Gains move along straight lines (`PointEncoder`). Build: `init`. Audio: the rest; 4 multiply-adds per source and frame.
public struct FieldEncoder: ~Copyable {
  public let sources: Int
  private let encoders: UnsafeMutablePointer<PointEncoder>

  public init(sources: Int, rampFrames: Int) {
    precondition(sources > 0)
    self.sources = sources
    encoders = .allocate(capacity: sources)
    encoders.initialize(repeating: PointEncoder(rampFrames: rampFrames), count: sources)
  }

  deinit { encoders.deallocate() }

  /// The first gains after it are taken at once.
  @_noLocks public func reset() {
    for source in 0..<sources { encoders[source].reset() }
  }

  /// The gains of one source to move to, times `level`.
  @_noLocks public func move(_ source: Int, to gains: FirstOrderGains, level: Float = 1) {
    assert(source >= 0 && source < sources)
    encoders[source].move(to: gains, level: level)
  }

  /// Adds one source's signal to the 4 channels of `field`.
  @_noLocks
  public func add(
    _ source: Int, _ signal: UnsafePointer<Float>, to field: borrowing ChannelBuffer, frames: Int
  ) {
    assert(source >= 0 && source < sources)
    encoders[source].processAdding(signal, to: field, frames: frames)
  }
}
