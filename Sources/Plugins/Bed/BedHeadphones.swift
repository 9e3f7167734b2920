import Ambisonics
import Signal
import Spatial

/// The loudspeakers of a bed as headphones give them, with a head that can be exchanged while they play.
///
/// A new head first fills with sound unheard, then cross-fades with the old one, along a straight line: both have the same
/// latency and, on the whole, the same phase. Meanwhile both cost. Audio but for `init` and `deinit`.
///
/// Public for its `deinit`: Embedded Swift must see it where instances are destroyed.
public struct BedHeadphones: ~Copyable {
  /// Loudspeakers and where their head comes from.
  struct Head: ~Copyable {
    var speakers: VirtualSpeakers
    let status: HeadModel.Status

    init(_ head: consuming SharedHead, _ layout: BedLayout) {
      status = head.status
      speakers = VirtualSpeakers(head, count: layout.sourceCount, capacity: Ports.chunk)
    }

    /// Build. For the exchange: to be freed with `free`.
    static func make(_ shared: consuming SharedHead, _ layout: BedLayout) -> UnsafeMutablePointer<Head> {
      let head = UnsafeMutablePointer<Head>.allocate(capacity: 1)
      head.initialize(to: Head(shared, layout))
      return head
    }

    static func free(_ head: UnsafeMutablePointer<Head>) {
      head.deinitialize(count: 1)
      head.deallocate()
    }
  }

  let latencyFrames: Int
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
  /// Groups of four sources; of those of the upmix the last may rest.
  private var isUpmixed = true
  private let field: ChannelBuffer
  private let rendered: ChannelBuffer
  private let gains: FloatBuffer

  init(_ head: consuming SharedHead, _ layout: BedLayout, fadeFrames: Int) {
    current = Head.make(head, layout)
    latencyFrames = current.pointee.speakers.latencyFrames
    tailFrames = current.pointee.speakers.tailFrames
    share = Ramp(lengthFrames: fadeFrames)
    field = ChannelBuffer(channels: 4, capacity: Ports.chunk)
    rendered = ChannelBuffer(channels: 2, capacity: Ports.chunk)
    gains = FloatBuffer(count: Ports.chunk)
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
    current.pointee.speakers.reset()
    isFresh = true
  }

  /// Starts to play `head` instead of the present one, which comes back through `takeOld`.
  @_noLocks mutating func exchange(for head: UnsafeMutablePointer<Head>) {
    settle()
    next = head
    head.pointee.speakers.setActive(1, isUpmixed)
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

  @_noLocks mutating func turn(to head: Rotation) {
    current.pointee.speakers.turn(to: head)
    next?.pointee.speakers.turn(to: head)
  }

  @_noLocks mutating func place(_ source: Int, at direction: Direction, head: Rotation) {
    current.pointee.speakers.place(source, at: direction, head: head)
    next?.pointee.speakers.place(source, at: direction, head: head)
  }

  /// Whether sources from the fifth on are heard.
  @_noLocks mutating func setUpmixed(_ newValue: Bool) {
    isUpmixed = newValue
    current.pointee.speakers.setActive(1, newValue)
    next?.pointee.speakers.setActive(1, newValue)
  }

  /// As `VirtualSpeakers.process`.
  @_noLocks
  mutating func process(
    _ sources: borrowing ChannelBuffer, _ input: borrowing ChannelBuffer, hasField: Bool,
    into output: borrowing ChannelBuffer, frames: Int
  ) {
    isFresh = false
    guard let next else {
      return current.pointee.speakers.process(sources, input, hasField: hasField, into: output, frames: frames)
    }
    field.copy(from: input, frames: frames)
    current.pointee.speakers.process(sources, input, hasField: hasField, into: output, frames: frames)
    next.pointee.speakers.process(sources, field, hasField: hasField, into: rendered, frames: frames)
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
