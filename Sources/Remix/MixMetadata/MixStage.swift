import CPlatform
import Signal

/// The mix that the remix follows, which can be exchanged while it plays: what its equalization adds to the parts cross-fades
/// from the old one to the new. Audio but for `init` and `deinit`.
struct MixStage: ~Copyable {
  private var mixes: Exchange
  /// Since the newest mix came.
  private var failure: MixStatus?
  /// Nothing of the equalization is heard.
  private var isResting = true
  /// Ambience W Y Z X, speech image W Y Z X, dialog, before the equalization.
  private let parts: ChannelBuffer
  /// What the equalization adds to them.
  let additions: ChannelBuffer
  private let entering: ChannelBuffer

  /// +200 dB re full scale: what rings on of louder sounds would be heard for seconds.
  private static var loudest: Float { 1e10 }

  /// `capacity`: the most frames of one `process`.
  init(fadeFrames: Int, capacity: Int) {
    mixes = Exchange(
      Exchange.make(RemixMix()), free: { Exchange.free($0, RemixMix.self) }, fadeFrames: fadeFrames,
      capacity: capacity)
    parts = ChannelBuffer(channels: 9, capacity: capacity)
    additions = ChannelBuffer(channels: 9, capacity: capacity)
    entering = ChannelBuffer(channels: 9, capacity: capacity)
  }

  private var current: UnsafeMutablePointer<RemixMix> {
    @_noLocks get { mixes.current.assumingMemoryBound(to: RemixMix.self) }
  }
  private var next: UnsafeMutablePointer<RemixMix>? {
    @_noLocks get { mixes.next?.assumingMemoryBound(to: RemixMix.self) }
  }
  private var newest: UnsafeMutablePointer<RemixMix> { @_noLocks get { next ?? current } }

  var status: MixStatus {
    @_noLocks get { failure ?? newest.pointee.origin }
  }
  var dialogGain: Float { @_noLocks get { newest.pointee.dialogGain } }
  var ambienceGain: Float { @_noLocks get { newest.pointee.ambienceGain } }
  /// With what is known of loudness from the recording's first second on.
  var law: RemixLaw { @_noLocks get { newest.pointee.law } }

  @_noLocks mutating func reset() {
    mixes.reset()
    isResting = true
  }

  @_noLocks mutating func report(_ failure: MixStatus) { self.failure = failure }

  /// Starts to follow `mix`; the present one comes back through `takeOld`.
  @_noLocks mutating func exchange(for mix: UnsafeMutableRawPointer) {
    failure = nil
    mixes.begin(mix)
  }

  @_noLocks mutating func takeOld() -> UnsafeMutableRawPointer? { mixes.takeOld() }

  /// Fills `additions`, from frame 0 on, and says whether there are any. `recording`: 4 channels; `separated`: speech image and
  /// dialog, both from `start` on. `isHeard`: with any gain; it may change where a part of a hop begins alone, so that the filters
  /// start anew at the same frame whatever the blocks.
  @_noLocks
  mutating func process(
    _ recording: borrowing ChannelBuffer, _ separated: borrowing ChannelBuffer, from start: Int, frames: Int,
    isHeard: Bool
  ) -> Bool {
    guard isHeard else {
      mixes.settle()
      isResting = true
      return false
    }
    if isResting {
      isResting = false
      current.pointee.reset()
    }
    let isFlat = current.pointee.isFlat && (next?.pointee.isFlat ?? true)
    if isFlat { mixes.settle() } else { take(recording, separated, from: start, frames: frames) }
    if let next {
      entering.copy(from: parts, frames: frames)
      next.pointee.process(entering, frames: frames)
      subtractParts(from: entering, frames: frames)
    }
    if !isFlat {
      additions.copy(from: parts, frames: frames)
      current.pointee.process(additions, frames: frames)
      subtractParts(from: additions, frames: frames)
    }
    mixes.finish(additions, entering, frames: frames)
    return !isFlat
  }

  @_noLocks
  private func take(
    _ recording: borrowing ChannelBuffer, _ separated: borrowing ChannelBuffer, from start: Int, frames: Int
  ) {
    let bytes = frames * MemoryLayout<Float>.stride
    for channel in 0..<4 {
      nf_rt_copy(parts[channel], recording[channel] + start, bytes)
      VectorMath.add(separated[channel] + start, gain: -1, to: parts[channel], count: frames)
    }
    for channel in 0..<5 { nf_rt_copy(parts[4 + channel], separated[channel] + start, bytes) }
    for channel in 0..<9 {
      VectorMath.replaceNonFinite(parts[channel], count: frames)
      VectorMath.clamp(parts[channel], limit: Self.loudest, into: parts[channel], count: frames)
    }
  }

  @_noLocks private func subtractParts(from equalized: borrowing ChannelBuffer, frames: Int) {
    for channel in 0..<9 { VectorMath.add(parts[channel], gain: -1, to: equalized[channel], count: frames) }
  }
}
