import Ambisonics
import Signal
import Spatial

/// The headphones of the mixer, with a head that can be exchanged while they play.
///
/// A new head's renderer first fills with sound unheard, then cross-fades with the old one: both have the same latency and,
/// on the whole, the same phase, so the fade is linear. Meanwhile both cost. Audio but for `init` and `deinit`.
///
/// Public for its `deinit`: Embedded Swift must see it where instances are destroyed.
public struct HeadphonePath: ~Copyable {
  /// A renderer and where its head comes from.
  struct Head: ~Copyable {
    var renderer: BinauralRenderer
    let status: HeadModel.Status

    init(_ head: consuming SharedHead) {
      status = head.status
      renderer = BinauralRenderer(head)
    }

    /// Build. For the exchange: to be freed with `free`.
    static func make(_ shared: consuming SharedHead) -> UnsafeMutablePointer<Head> {
      let head = UnsafeMutablePointer<Head>.allocate(capacity: 1)
      head.initialize(to: Head(shared))
      return head
    }

    static func free(_ head: UnsafeMutablePointer<Head>) {
      head.deinitialize(count: 1)
      head.deallocate()
    }
  }

  let tailFrames: Int
  private var current: UnsafeMutablePointer<Head>
  private var next: UnsafeMutablePointer<Head>?
  private var old: UnsafeMutablePointer<Head>?
  /// The share of `next`.
  private var share: Ramp
  /// Frames until the fade begins.
  private var fillFrames = 0
  /// Nothing was rendered since the last reset: there is nothing to fade from.
  private var isFresh = true
  private let field: ChannelBuffer
  private let rendered: ChannelBuffer
  private let gains: FloatBuffer

  init(_ head: consuming SharedHead, fadeFrames: Int, chunk: Int) {
    current = Head.make(head)
    tailFrames = current.pointee.renderer.tailFrames
    share = Ramp(lengthFrames: fadeFrames)
    field = ChannelBuffer(channels: 4, capacity: chunk)
    rendered = ChannelBuffer(channels: 2, capacity: chunk)
    gains = FloatBuffer(count: chunk)
  }

  deinit {
    Head.free(current)
    if let next { Head.free(next) }
    if let old { Head.free(old) }
  }

  /// Of the head that is heard, or about to be.
  var status: HeadModel.Status { @_noLocks get { next?.pointee.status ?? current.pointee.status } }

  @_noLocks mutating func reset() {
    settle()
    current.pointee.renderer.reset()
    isFresh = true
  }

  /// Starts to play `head` instead of the present one, which comes back through `takeOld`.
  @_noLocks mutating func exchange(for head: UnsafeMutablePointer<Head>) {
    settle()
    next = head
    share.reset()
    share.setTarget(0)
    fillFrames = tailFrames
    if isFresh { settle() }
  }

  @_noLocks mutating func takeOld() -> UnsafeMutablePointer<Head>? {
    let head = old
    old = nil
    return head
  }

  /// Ends an exchange at once: where nothing is heard, nothing can click.
  @_noLocks mutating func settle() {
    guard let head = next else { return }
    old = current
    current = head
    next = nil
  }

  @_noLocks mutating func move(head: Rotation, source: Direction) {
    current.pointee.renderer.move(head: head, source: source)
    next?.pointee.renderer.move(head: head, source: source)
  }

  /// As `BinauralRenderer.set`.
  @_noLocks mutating func set(sharp amount: Float) {
    current.pointee.renderer.set(sharp: amount)
    next?.pointee.renderer.set(sharp: amount)
  }

  /// As `BinauralRenderer.process`.
  @_noLocks
  mutating func process(
    _ input: borrowing ChannelBuffer, _ source: UnsafePointer<Float>, into output: borrowing ChannelBuffer, frames: Int
  ) {
    isFresh = false
    guard let next else { return current.pointee.renderer.process(input, source, into: output, frames: frames) }
    field.copy(from: input, frames: frames)
    current.pointee.renderer.process(input, source, into: output, frames: frames)
    next.pointee.renderer.process(field, source, into: rendered, frames: frames)
    if fillFrames > 0 {
      fillFrames -= frames
      if fillFrames <= 0 { share.setTarget(1) }
      return
    }
    share.render(into: gains.pointer, frames: frames)
    for channel in 0..<2 {
      // old + share · (new − old)
      VectorMath.add(output[channel], gain: -1, to: rendered[channel], count: frames)
      VectorMath.multiply(rendered[channel], gains.pointer, into: rendered[channel], count: frames)
      VectorMath.add(rendered[channel], gain: 1, to: output[channel], count: frames)
    }
    if !share.isMoving { settle() }
  }
}
