import Signal

/// The equalization of headphones, which can be exchanged while it plays: the old and the new one are cross-faded. Both have
/// minimum phase and no latency. Audio but for `init` and `deinit`.
public struct HeadphoneEqualizer: ~Copyable {
  /// What the user is told; raw values are those of ports.
  public enum Status: Int { case flat, file, fileFailed }

  /// Seconds after which what rings on is no longer heard.
  public static let tailSeconds = 0.25

  private var cascades: Exchange
  private var hasFailed = false
  private let entering: ChannelBuffer

  /// Beyond this no sound is meant, and the sums that follow stay finite.
  private static var loudest: Float { 1e15 }

  /// Flat. `capacity`: the most frames of one `process`.
  public init(fadeFrames: Int, capacity: Int) {
    cascades = Exchange(
      Self.makeCascade(EqualizerCascade()), free: Self.freeCascade, fadeFrames: fadeFrames, capacity: capacity)
    entering = ChannelBuffer(channels: 2, capacity: capacity)
  }

  /// Build. For `exchange`.
  public static func makeCascade(_ cascade: consuming EqualizerCascade) -> UnsafeMutableRawPointer {
    Exchange.make(cascade)
  }

  public static func freeCascade(_ cascade: UnsafeMutableRawPointer) { Exchange.free(cascade, EqualizerCascade.self) }

  private var current: UnsafeMutablePointer<EqualizerCascade> {
    @_noLocks get { cascades.current.assumingMemoryBound(to: EqualizerCascade.self) }
  }
  private var next: UnsafeMutablePointer<EqualizerCascade>? {
    @_noLocks get { cascades.next?.assumingMemoryBound(to: EqualizerCascade.self) }
  }

  public var status: Status {
    @_noLocks get {
      if hasFailed { return .fileFailed }
      return (next ?? current).pointee.isChosen ? .file : .flat
    }
  }

  @_noLocks public mutating func reset() {
    cascades.reset()
    current.pointee.reset()
  }

  /// A file was chosen that cannot be used.
  @_noLocks public mutating func reportFailure() { hasFailed = true }

  /// Starts to play `cascade` instead of the present one, which comes back through `takeOld`.
  @_noLocks public mutating func exchange(for cascade: UnsafeMutableRawPointer) {
    hasFailed = false
    cascades.begin(cascade)
  }

  @_noLocks public mutating func takeOld() -> UnsafeMutableRawPointer? { cascades.takeOld() }

  /// Ends an exchange at once: where nothing is heard, nothing can click.
  @_noLocks public mutating func settle() { cascades.settle() }

  /// Channels 0 and 1 of `audio`, in place. Without a file not a bit is changed.
  @_noLocks public mutating func process(_ audio: borrowing ChannelBuffer, frames: Int) {
    if next != nil || !current.pointee.isFlat {
      for channel in 0..<2 {
        VectorMath.replaceNonFinite(audio[channel], count: frames)
        VectorMath.clamp(audio[channel], limit: Self.loudest, into: audio[channel], count: frames)
      }
      if let next {
        entering.copy(from: audio, frames: frames)
        next.pointee.process(entering[0], entering[1], frames: frames)
      }
      current.pointee.process(audio[0], audio[1], frames: frames)
    }
    cascades.finish(audio, entering, frames: frames)
  }
}
