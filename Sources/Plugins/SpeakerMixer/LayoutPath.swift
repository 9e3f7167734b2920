import Ambisonics
import Signal
import Spatial

/// The loudspeakers of a mixer, which may be exchanged for others while they play: the old and the new decoder are
/// cross-faded, and meanwhile both cost. Audio but for `init` and `deinit`.
///
/// Public for its `deinit`: Embedded Swift must see it where instances are destroyed.
public struct LayoutPath: ~Copyable {
  /// A decoder and where its layout comes from.
  struct Layout: ~Copyable {
    var decoder: SpeakerDecoder
    let isChosen: Bool

    init(_ arrangement: SpeakerArrangement, sampleRate: Double, isChosen: Bool) {
      decoder = SpeakerDecoder(
        arrangement, sampleRate: sampleRate, rampFrames: Int(0.02 * sampleRate), capacity: Ports.chunk)
      self.isChosen = isChosen
    }

    /// Build. For the exchange: to be freed with `free`.
    static func make(
      _ arrangement: SpeakerArrangement, sampleRate: Double, isChosen: Bool
    ) -> UnsafeMutablePointer<Layout> {
      let layout = UnsafeMutablePointer<Layout>.allocate(capacity: 1)
      layout.initialize(to: Layout(arrangement, sampleRate: sampleRate, isChosen: isChosen))
      return layout
    }

    static func free(_ layout: UnsafeMutablePointer<Layout>) {
      layout.deinitialize(count: 1)
      layout.deallocate()
    }
  }

  private var current: UnsafeMutablePointer<Layout>
  private var next: UnsafeMutablePointer<Layout>?
  private var old: UnsafeMutablePointer<Layout>?
  /// The share of `next`.
  private var share: Ramp
  /// Nothing was heard since the last reset: there is nothing to fade from.
  private var isFresh = true
  private let entering: ChannelBuffer
  private let gains: FloatBuffer

  init(_ arrangement: SpeakerArrangement, outputs: Int, sampleRate: Double) {
    current = Layout.make(arrangement, sampleRate: sampleRate, isChosen: false)
    share = Ramp(lengthFrames: Int(0.05 * sampleRate))
    entering = ChannelBuffer(channels: outputs, capacity: Ports.chunk)
    gains = FloatBuffer(count: Ports.chunk)
  }

  deinit {
    Layout.free(current)
    if let next { Layout.free(next) }
    if let old { Layout.free(old) }
  }

  /// Of the layout that is heard, or about to be.
  var isChosen: Bool { @_noLocks get { (next ?? current).pointee.isChosen } }

  @_noLocks mutating func reset() {
    settle()
    current.pointee.decoder.reset()
    isFresh = true
  }

  /// Starts to play `layout` instead of the present one, which comes back through `takeOld`.
  @_noLocks mutating func exchange(for layout: UnsafeMutablePointer<Layout>) {
    settle()
    next = layout
    share.reset()
    share.setTarget(0)
    share.setTarget(1)
    if isFresh { settle() }
  }

  @_noLocks mutating func takeOld() -> UnsafeMutablePointer<Layout>? {
    let layout = old
    old = nil
    return layout
  }

  @_noLocks private mutating func settle() {
    guard let layout = next else { return }
    old = current
    current = layout
    next = nil
  }

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
    isFresh = false
    current.pointee.decoder.process(field, source, into: output, frames: frames)
    guard let next else { return }
    entering.clear(frames: frames)
    next.pointee.decoder.process(field, source, into: entering, frames: frames)
    share.render(into: gains.pointer, frames: frames)
    for channel in 0..<entering.channels {
      // old + share · (new − old)
      VectorMath.add(output[channel], gain: -1, to: entering[channel], count: frames)
      VectorMath.multiply(entering[channel], gains.pointer, into: entering[channel], count: frames)
      VectorMath.add(entering[channel], gain: 1, to: output[channel], count: frames)
    }
    if !share.isMoving { settle() }
  }
}
