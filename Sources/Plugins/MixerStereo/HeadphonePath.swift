import Ambisonics
import Signal
import Spatial

/// The headphones of the mixer, with a head that can be exchanged while they play: old and new have the same latency and, on
/// the whole, the same phase. Audio but for `init`, `makeHead` and `freeHead`.
///
/// Public for what it holds: Embedded Swift must see that where instances are destroyed.
public struct HeadphonePath: ~Copyable {
  /// A renderer and where its head comes from.
  private struct Head: ~Copyable {
    var renderer: BinauralRenderer
    let status: HeadModel.Status

    init(_ head: consuming SharedHead) {
      status = head.status
      renderer = BinauralRenderer(head)
    }
  }

  let tailFrames: Int
  private var heads: Exchange
  private let field: ChannelBuffer
  private let rendered: ChannelBuffer

  init(_ head: consuming SharedHead, fadeFrames: Int, chunk: Int) {
    let content = Self.makeHead(head)
    tailFrames = content.assumingMemoryBound(to: Head.self).pointee.renderer.tailFrames
    heads = Exchange(
      content, free: Self.freeHead, fillFrames: tailFrames, fadeFrames: fadeFrames, capacity: chunk)
    field = ChannelBuffer(channels: 4, capacity: chunk)
    rendered = ChannelBuffer(channels: 2, capacity: chunk)
  }

  /// Build. For `exchange`.
  static func makeHead(_ shared: consuming SharedHead) -> UnsafeMutableRawPointer { Exchange.make(Head(shared)) }

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
    current.pointee.renderer.reset()
  }

  /// Starts to play `head` instead of the present one, which comes back through `takeOld`.
  @_noLocks mutating func exchange(for head: UnsafeMutableRawPointer) { heads.begin(head) }

  @_noLocks mutating func takeOld() -> UnsafeMutableRawPointer? { heads.takeOld() }

  /// Ends an exchange at once: where nothing is heard, nothing can click.
  @_noLocks mutating func settle() { heads.settle() }

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
    if let next {
      field.copy(from: input, frames: frames)
      next.pointee.renderer.process(field, source, into: rendered, frames: frames)
    }
    current.pointee.renderer.process(input, source, into: output, frames: frames)
    heads.finish(output, rendered, frames: frames)
  }
}
