import Ambisonics
import CPlatform
import Signal

/// A first-order field and one point source to two ears, head-tracked. Sound from the front takes `latencyFrames` frames.
///
/// Build: `init`. Audio: the rest.
public struct BinauralRenderer: ~Copyable {
  public let latencyFrames: Int
  private let head: SharedHead
  /// What is heard after the input has ended.
  public let tailFrames: Int
  private var rotator: FieldRotator
  private var convolver: PartitionedConvolver
  private var point: PointSource
  private var sharp: SharpRenderer
  /// Frames of the largest block.
  private static let capacity = 1_024

  /// Times below are in frames at 44.1 or 48 kHz; at higher rates they grow by powers of two, as transforms like it.
  static func scale(_ sampleRate: Double) -> Int {
    var scale = 1
    while sampleRate > 68_000 * Double(scale) { scale *= 2 }
    return scale
  }

  /// What reaches the head's centre is heard this much later, less than a tenth of what responses as measured have: room for
  /// the interpolation of delays. The same at every rate. Sound from the side, which comes to one ear before it comes to
  /// the centre, is that much later at both.
  public static func latencyFrames(sampleRate: Double) -> Int { 8 }

  /// `head`: made for `.mixer`; the last to use it frees it.
  public init(_ head: consuming SharedHead) {
    let tables = head.tables
    let scale = BinauralRenderer.scale(tables.pointee.sampleRate)
    latencyFrames = BinauralRenderer.latencyFrames(sampleRate: tables.pointee.sampleRate)
    tailFrames = 384 * scale
    rotator = FieldRotator(rampFrames: 512 * scale)
    convolver = PartitionedConvolver(
      inputs: 4, outputs: 2, partitionFrames: 64 * scale, taps: tables.pointee.linear.taps)
    convolver.load(tables.pointee.linear.responses, frames: tables.pointee.linear.taps)
    point = PointSource(
      tables.pointee.points, sampleRate: tables.pointee.sampleRate, aheadFrames: latencyFrames, hopFrames: 256 * scale,
      slewHops: 2)
    guard let sharpTables = tables.pointee.sharp else { fatalError("a head that was made for the mixer") }
    sharp = SharpRenderer(sharpTables, capacity: BinauralRenderer.capacity)
    self.head = head
  }

  /// Audio.
  @_noLocks public mutating func reset() {
    rotator.reset()
    convolver.reset()
    point.reset()
    sharp.reset()
  }

  /// Audio. Where the head is turned to, and where in the room the source is.
  @_noLocks public mutating func move(head: Rotation, source: Direction) {
    rotator.turn(to: head)
    sharp.turn(to: head)
    point.move(to: head.apply(to: source))
  }

  /// Audio. 0: the field through linear filters; 1: what comes from one direction through the head's own responses.
  @_noLocks public mutating func set(sharp amount: Float) { sharp.set(amount: amount) }

  /// Audio. `field`: 4 channels, changed (rotated); `output`: 2 channels. At most 1024 frames.
  @_noLocks
  public mutating func process(
    _ field: borrowing ChannelBuffer, _ source: UnsafePointer<Float>, into output: borrowing ChannelBuffer, frames: Int
  ) {
    sharp.observe(field, frames: frames)
    rotator.process(field, frames: frames)
    convolver.process(field, into: output, frames: frames)
    sharp.add(field, to: output, frames: frames)
    point.add(source, to: output, frames: frames)
  }
}
