import Ambisonics
import Signal
import Spatial

/// The loudspeakers of a mixer, which may be exchanged for others while they play. Audio but for `init`, `makeLayout` and
/// `freeLayout`.
///
/// Public for what it holds: Embedded Swift must see that where instances are destroyed.
public struct LayoutPath: ~Copyable {
  /// A decoder and where its layout comes from.
  private struct Layout: ~Copyable {
    var decoder: SpeakerDecoder
    let isChosen: Bool

    init(_ arrangement: SpeakerArrangement, sampleRate: Double, isChosen: Bool) {
      decoder = SpeakerDecoder(
        arrangement, sampleRate: sampleRate, rampFrames: Int(0.02 * sampleRate), capacity: Ports.chunk)
      self.isChosen = isChosen
    }
  }

  private var layouts: Exchange
  private let entering: ChannelBuffer

  init(_ arrangement: SpeakerArrangement, outputs: Int, sampleRate: Double) {
    layouts = Exchange(
      Self.makeLayout(arrangement, sampleRate: sampleRate, isChosen: false), free: Self.freeLayout,
      fadeFrames: Int(0.05 * sampleRate), capacity: Ports.chunk)
    entering = ChannelBuffer(channels: outputs, capacity: Ports.chunk)
  }

  /// Build. For `exchange`.
  static func makeLayout(
    _ arrangement: SpeakerArrangement, sampleRate: Double, isChosen: Bool
  ) -> UnsafeMutableRawPointer {
    Exchange.make(Layout(arrangement, sampleRate: sampleRate, isChosen: isChosen))
  }

  static func freeLayout(_ layout: UnsafeMutableRawPointer) { Exchange.free(layout, Layout.self) }

  private var current: UnsafeMutablePointer<Layout> {
    @_noLocks get { layouts.current.assumingMemoryBound(to: Layout.self) }
  }
  private var next: UnsafeMutablePointer<Layout>? {
    @_noLocks get { layouts.next?.assumingMemoryBound(to: Layout.self) }
  }

  /// Of the layout that is heard, or about to be.
  var isChosen: Bool { @_noLocks get { (next ?? current).pointee.isChosen } }

  @_noLocks mutating func reset() {
    layouts.reset()
    current.pointee.decoder.reset()
  }

  /// Starts to play `layout` instead of the present one, which comes back through `takeOld`.
  @_noLocks mutating func exchange(for layout: UnsafeMutableRawPointer) { layouts.begin(layout) }

  @_noLocks mutating func takeOld() -> UnsafeMutableRawPointer? { layouts.takeOld() }

  /// As `SpeakerDecoder.move`.
  @_noLocks mutating func move(to source: Direction, divergence: Float) {
    current.pointee.decoder.move(to: source, divergence: divergence)
    next?.pointee.decoder.move(to: source, divergence: divergence)
  }

  /// As `SpeakerDecoder.process`; during an exchange every output is written.
  @_noLocks
  mutating func process(
    _ field: borrowing ChannelBuffer, _ source: UnsafePointer<Float>, into output: borrowing ChannelBuffer, frames: Int
  ) {
    current.pointee.decoder.process(field, source, into: output, frames: frames)
    if let next {
      entering.clear(frames: frames)
      next.pointee.decoder.process(field, source, into: entering, frames: frames)
    }
    layouts.finish(output, entering, frames: frames)
  }
}
