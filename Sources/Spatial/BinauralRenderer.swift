import Ambisonics
import CPlatform
import Signal

/// A first-order field and one point source to two ears, head-tracked. Latency: `latencyFrames` for both.
///
/// Build: `init`. Audio: the rest.
public struct BinauralRenderer: ~Copyable {
  public let latencyFrames: Int
  private var rotator: FieldRotator
  private var convolver: PartitionedConvolver
  private var point: PointSource

  /// Frames per 48 000 Hz that times below are counted in: sizes of transforms grow with the rate.
  static func scale(_ sampleRate: Double) -> Int { max(1, Int((sampleRate / 48_000).rounded())) }

  public static func latencyFrames(sampleRate: Double) -> Int { 32 * scale(sampleRate) }

  public init(_ head: borrowing HeadResponses) {
    let scale = BinauralRenderer.scale(head.sampleRate)
    latencyFrames = BinauralRenderer.latencyFrames(sampleRate: head.sampleRate)
    let ahead = 28 * scale
    let filters = FirstOrderHeadFilters(head, taps: 320 * scale, aheadFrames: ahead)
    rotator = FieldRotator(rampFrames: 512 * scale)
    convolver = PartitionedConvolver(inputs: 4, outputs: 2, partitionFrames: 64 * scale, taps: 320 * scale)
    convolver.load(filters.responses, frames: filters.taps)
    point = PointSource(head, taps: 128 * scale, aheadFrames: ahead, hopFrames: 64 * scale, slewHops: 8)
  }

  /// Audio.
  @_noLocks public mutating func reset() {
    rotator.reset()
    convolver.reset()
    point.reset()
  }

  /// Audio. Where the head is turned to, and where in the room the source is.
  @_noLocks public mutating func move(head: Rotation, source: Direction) {
    rotator.turn(to: head)
    point.move(to: head.apply(to: source))
  }

  /// Audio. `field`: 4 channels, changed (rotated); `output`: 2 channels.
  @_noLocks
  public mutating func process(
    _ field: borrowing ChannelBuffer, _ source: UnsafePointer<Float>, into output: borrowing ChannelBuffer, frames: Int
  ) {
    rotator.process(field, frames: frames)
    convolver.process(field, into: output, frames: frames)
    point.add(source, to: output, frames: frames)
  }
}
