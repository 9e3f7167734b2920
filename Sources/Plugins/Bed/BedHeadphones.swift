import Ambisonics
import Signal
import Spatial

/// The loudspeakers of a bed as headphones give them, with a head that can be exchanged while they play: old and new have the
/// same latency and, on the whole, the same phase. Audio but for `init`, `makeHead` and `freeHead`.
///
/// Public for what it holds: Embedded Swift must see that where instances are destroyed.
public struct BedHeadphones: ~Copyable {
  /// Loudspeakers and where their head comes from.
  private struct Head: ~Copyable {
    var speakers: VirtualSpeakers
    let status: HeadModel.Status

    init(_ head: consuming SharedHead, _ layout: BedLayout) {
      status = head.status
      speakers = VirtualSpeakers(head, count: layout.sourceCount, capacity: Ports.chunk)
    }
  }

  let latencyFrames: Int
  let tailFrames: Int
  private var heads: Exchange
  /// Groups of four sources; of those of the upmix the last may rest.
  private var isUpmixed = true
  private let field: ChannelBuffer
  private let rendered: ChannelBuffer

  init(_ head: consuming SharedHead, _ layout: BedLayout, fadeFrames: Int) {
    let content = Self.makeHead(head, layout)
    let first = content.assumingMemoryBound(to: Head.self)
    latencyFrames = first.pointee.speakers.latencyFrames
    tailFrames = first.pointee.speakers.tailFrames
    heads = Exchange(
      content, free: Self.freeHead, fillFrames: tailFrames, fadeFrames: fadeFrames, capacity: Ports.chunk)
    field = ChannelBuffer(channels: 4, capacity: Ports.chunk)
    rendered = ChannelBuffer(channels: 2, capacity: Ports.chunk)
  }

  /// Build. For `exchange`.
  static func makeHead(_ shared: consuming SharedHead, _ layout: BedLayout) -> UnsafeMutableRawPointer {
    Exchange.make(Head(shared, layout))
  }

  static func freeHead(_ head: UnsafeMutableRawPointer) { Exchange.free(head, Head.self) }

  private var current: UnsafeMutablePointer<Head> {
    @_noLocks get { heads.current.assumingMemoryBound(to: Head.self) }
  }
  private var next: UnsafeMutablePointer<Head>? {
    @_noLocks get { heads.next?.assumingMemoryBound(to: Head.self) }
  }

  /// Of the head that is heard, or about to be.
  var status: HeadModel.Status { @_noLocks get { next?.pointee.status ?? current.pointee.status } }

  @_noLocks mutating func reset() {
    heads.reset()
    current.pointee.speakers.reset()
  }

  /// Starts to play `head` instead of the present one, which comes back through `takeOld`.
  @_noLocks mutating func exchange(for head: UnsafeMutableRawPointer) {
    head.assumingMemoryBound(to: Head.self).pointee.speakers.setActive(1, isUpmixed)
    heads.begin(head)
  }

  @_noLocks mutating func takeOld() -> UnsafeMutableRawPointer? { heads.takeOld() }

  /// Ends an exchange at once: where nothing is heard, nothing can click.
  @_noLocks mutating func settle() { heads.settle() }

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
    if let next {
      field.copy(from: input, frames: frames)
      next.pointee.speakers.process(sources, field, hasField: hasField, into: rendered, frames: frames)
    }
    current.pointee.speakers.process(sources, input, hasField: hasField, into: output, frames: frames)
    heads.finish(output, rendered, frames: frames)
  }
}
