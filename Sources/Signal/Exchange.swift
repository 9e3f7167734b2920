import CPlatform

/// What sounds, and what takes its place while it plays: made in another thread, handed over, filled with sound unheard for as
/// long as it needs, and cross-faded in along a straight line; the old one goes back to be freed. Meanwhile both cost.
///
/// The contents are untyped, as generic functions are not for the audio thread: the owner knows what they are.
/// Build: `init`, `make`, `free`. Audio: the rest.
public struct Exchange: ~Copyable {
  public private(set) var current: UnsafeMutableRawPointer
  /// What is about to take its place.
  public private(set) var next: UnsafeMutableRawPointer?
  private var old: UnsafeMutableRawPointer?
  private let free: (UnsafeMutableRawPointer) -> Void
  /// The share of `next`.
  private var share: Ramp
  private let fillFrames: Int
  private var fillLeft = 0
  /// Nothing was heard since the last reset: there is nothing to fade from.
  private var isFresh = true
  private let gains: FloatBuffer

  /// `content`: from `make`; `free` gives it back. `fillFrames`: of sound before the fade begins. `capacity`: the most frames of
  /// one `finish`.
  public init(
    _ content: UnsafeMutableRawPointer, free: @escaping (UnsafeMutableRawPointer) -> Void, fillFrames: Int = 0,
    fadeFrames: Int, capacity: Int
  ) {
    current = content
    self.free = free
    self.fillFrames = fillFrames
    share = Ramp(lengthFrames: fadeFrames)
    gains = FloatBuffer(count: capacity)
  }

  deinit {
    free(current)
    if let next { free(next) }
    if let old { free(old) }
  }

  /// What `begin` takes; what comes back through `takeOld` is to be freed with `free`.
  @inlinable public static func make<Content: ~Copyable>(_ content: consuming Content) -> UnsafeMutableRawPointer {
    let pointer = UnsafeMutablePointer<Content>.allocate(capacity: 1)
    pointer.initialize(to: content)
    return UnsafeMutableRawPointer(pointer)
  }

  @inlinable public static func free<Content: ~Copyable>(_ content: UnsafeMutableRawPointer, _: Content.Type) {
    let pointer = content.assumingMemoryBound(to: Content.self)
    pointer.deinitialize(count: 1)
    pointer.deallocate()
  }

  /// Nothing was heard so far: what comes next is taken at once.
  @_noLocks public mutating func reset() {
    settle()
    isFresh = true
  }

  @_noLocks public mutating func begin(_ content: UnsafeMutableRawPointer) {
    settle()
    next = content
    share.reset()
    share.setTarget(0)
    fillLeft = fillFrames
    if fillLeft == 0 { share.setTarget(1) }
    if isFresh { settle() }
  }

  @_noLocks public mutating func takeOld() -> UnsafeMutableRawPointer? {
    let content = old
    old = nil
    return content
  }

  /// Ends an exchange at once: where nothing is heard, nothing can click.
  @_noLocks public mutating func settle() {
    guard let content = next else { return }
    old = current
    current = content
    next = nil
  }

  /// Once for all frames that are heard: `output` is what `current` made of them and becomes what is heard; `entering` is what
  /// `next`, if there is one, made of them, and is spent. As many channels as `entering` has.
  @_noLocks
  public mutating func finish(_ output: borrowing ChannelBuffer, _ entering: borrowing ChannelBuffer, frames: Int) {
    isFresh = false
    guard next != nil else { return }
    if fillLeft > 0 {
      fillLeft -= frames
      if fillLeft <= 0 { share.setTarget(1) }
      return
    }
    // What lies behind the fade is the new one to the bit, whatever the blocks.
    let fading = min(frames, share.remaining)
    share.render(into: gains.pointer, frames: fading)
    for channel in 0..<entering.channels {
      // old + share · (new − old)
      VectorMath.add(output[channel], gain: -1, to: entering[channel], count: fading)
      VectorMath.multiply(entering[channel], gains.pointer, into: entering[channel], count: fading)
      VectorMath.add(entering[channel], gain: 1, to: output[channel], count: fading)
      nf_rt_copy(
        output[channel] + fading, entering[channel] + fading, (frames - fading) * MemoryLayout<Float>.stride)
    }
    if !share.isMoving { settle() }
  }
}
