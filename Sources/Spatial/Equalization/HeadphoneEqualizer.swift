import Signal

/// The equalization of headphones, which can be exchanged while it plays: the old and the new one are cross-faded. Both have
/// minimum phase and no latency. Audio but for `init` and `deinit`.
public struct HeadphoneEqualizer: ~Copyable {
  /// What the user is told; raw values are those of ports.
  public enum Status: Int { case flat, file, fileFailed }

  /// Seconds after which what rings on is no longer heard.
  public static let tailSeconds = 0.25

  private var current: UnsafeMutablePointer<EqualizerCascade>
  private var next: UnsafeMutablePointer<EqualizerCascade>?
  private var old: UnsafeMutablePointer<EqualizerCascade>?
  /// The share of `next`.
  private var share: Ramp
  /// Nothing was heard since the last reset: there is nothing to fade from.
  private var isFresh = true
  private var hasFailed = false
  private let entering: ChannelBuffer
  private let gains: FloatBuffer

  /// Beyond this no sound is meant, and the sums that follow stay finite.
  private static var loudest: Float { 1e15 }

  /// Flat. `capacity`: the most frames of one `process`.
  public init(fadeFrames: Int, capacity: Int) {
    current = EqualizerCascade.make(EqualizerCascade())
    share = Ramp(lengthFrames: fadeFrames)
    entering = ChannelBuffer(channels: 2, capacity: capacity)
    gains = FloatBuffer(count: capacity)
  }

  deinit {
    EqualizerCascade.free(current)
    if let next { EqualizerCascade.free(next) }
    if let old { EqualizerCascade.free(old) }
  }

  public var status: Status {
    @_noLocks get {
      if hasFailed { return .fileFailed }
      return (next ?? current).pointee.isChosen ? .file : .flat
    }
  }

  @_noLocks public mutating func reset() {
    settle()
    current.pointee.reset()
    isFresh = true
  }

  /// A file was chosen that cannot be used.
  @_noLocks public mutating func reportFailure() { hasFailed = true }

  /// Starts to play `cascade` instead of the present one, which comes back through `takeOld`.
  @_noLocks public mutating func exchange(for cascade: UnsafeMutablePointer<EqualizerCascade>) {
    settle()
    hasFailed = false
    next = cascade
    share.reset()
    share.setTarget(0)
    share.setTarget(1)
    if isFresh { settle() }
  }

  @_noLocks public mutating func takeOld() -> UnsafeMutablePointer<EqualizerCascade>? {
    let cascade = old
    old = nil
    return cascade
  }

  /// Ends an exchange at once: where nothing is heard, nothing can click.
  @_noLocks public mutating func settle() {
    guard let cascade = next else { return }
    old = current
    current = cascade
    next = nil
  }

  /// Channels 0 and 1 of `audio`, in place. Without a file not a bit is changed.
  @_noLocks public mutating func process(_ audio: borrowing ChannelBuffer, frames: Int) {
    isFresh = false
    if next == nil && current.pointee.isFlat { return }
    for channel in 0..<2 {
      VectorMath.replaceNonFinite(audio[channel], count: frames)
      VectorMath.clamp(audio[channel], limit: Self.loudest, into: audio[channel], count: frames)
    }
    if next != nil { entering.copy(from: audio, frames: frames) }
    current.pointee.process(audio[0], audio[1], frames: frames)
    guard let next else { return }
    next.pointee.process(entering[0], entering[1], frames: frames)
    share.render(into: gains.pointer, frames: frames)
    for channel in 0..<2 {
      // old + share · (new − old)
      VectorMath.add(audio[channel], gain: -1, to: entering[channel], count: frames)
      VectorMath.multiply(entering[channel], gains.pointer, into: entering[channel], count: frames)
      VectorMath.add(entering[channel], gain: 1, to: audio[channel], count: frames)
    }
    if !share.isMoving { settle() }
  }
}
