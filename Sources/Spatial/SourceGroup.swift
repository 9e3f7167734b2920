import Ambisonics
import CPlatform
import Signal

/// Up to four sources that are rendered to two ears together, and get new filters together when they move.
///
/// Build: `init`. Audio: the rest.
struct SourceGroup: ~Copyable {
  static var most: Int { @_noLocks get { 4 } }

  let count: Int
  /// One channel per source: what `render` reads.
  let input: ChannelBuffer
  private let output: ChannelBuffer
  private let responses: FloatBuffer
  private var convolver: PartitionedConvolver
  private var current = InlineArray<4, Direction>(repeating: Direction(x: 1, y: 0, z: 0))
  private var target = InlineArray<4, Direction>(repeating: Direction(x: 1, y: 0, z: 0))
  /// `responses` are made, and wait for `take`.
  private var isReady = false

  /// `capacity`: the most frames of one `render`.
  init(count: Int, partitionFrames: Int, taps: Int, capacity: Int) {
    precondition(count > 0 && count <= SourceGroup.most && taps % partitionFrames == 0)
    self.count = count
    input = ChannelBuffer(channels: count, capacity: capacity)
    output = ChannelBuffer(channels: 2, capacity: capacity)
    responses = FloatBuffer(count: 2 * count * taps)
    convolver = PartitionedConvolver(inputs: count, outputs: 2, partitionFrames: partitionFrames, taps: taps)
  }

  @_noLocks mutating func reset() {
    convolver.reset()
    isReady = false
  }

  /// Where one of the sources goes, as the head sees it.
  @_noLocks mutating func move(_ source: Int, to direction: Direction) { target[source] = direction }

  /// Takes the new directions at once: where nothing is heard yet.
  @_noLocks mutating func jump(_ filters: borrowing DirectionFilters, _ scratch: borrowing ConvolverScratch) {
    current = target
    isReady = false
    make(filters)
    convolver.load(interleaved: responses.pointer, scratch: scratch)
  }

  /// One step towards the new directions: makes the responses that `take` brings in later, so that no block bears both.
  @_noLocks mutating func advance(_ filters: borrowing DirectionFilters) {
    guard !convolver.isFading else { return }
    for source in 0..<count {
      let (here, there) = (current[source], target[source])
      guard here.x != there.x || here.y != there.y || here.z != there.z else { continue }
      current[source] = SourceGroup.step(from: here, to: there)
      isReady = true
    }
    if isReady { make(filters) }
  }

  /// What `advance` has made, cross-faded in `fadeFrames`.
  @_noLocks mutating func take(_ scratch: borrowing ConvolverScratch, fadeFrames: Int) {
    guard isReady else { return }
    isReady = false
    convolver.prepare(interleaved: responses.pointer, scratch: scratch)
    convolver.crossfade(frames: fadeFrames)
  }

  /// Filters `frames` frames of `input` and adds the ears to `ears` from frame `start` on.
  @_noLocks mutating func render(addingTo ears: borrowing ChannelBuffer, from start: Int, frames: Int) {
    convolver.process(input, into: output, frames: frames)
    for ear in 0..<2 {
      let (from, to) = (output[ear], ears[ear] + start)
      for frame in 0..<frames { to[frame] += from[frame] }
    }
  }

  @_noLocks private func make(_ filters: borrowing DirectionFilters) {
    for source in 0..<count { filters.make(current[source], into: responses.pointer + 2 * source * filters.taps) }
  }

  /// Cosine and sine of the longest step, 20°: no head turns as fast, and a jump of automation becomes a quick move.
  private static var longest: (cosine: Float, sine: Float) { @_noLocks get { (0.939_692_6, 0.342_020_14) } }

  /// Along the great circle.
  @_noLocks private static func step(from a: Direction, to b: Direction) -> Direction {
    let cosine = a.dot(b)
    if cosine >= longest.cosine { return b }
    var t = Direction(x: b.x - cosine * a.x, y: b.y - cosine * a.y, z: b.z - cosine * a.z)
    // Opposite directions: any way is as good.
    if t.dot(t) < 1e-8 { t = Direction(x: -a.y, y: a.x, z: 0) }
    if t.dot(t) < 1e-8 { t = Direction(x: 0, y: 1, z: 0) }
    t = t.normalised()
    let (c, s) = longest
    return Direction(x: c * a.x + s * t.x, y: c * a.y + s * t.y, z: c * a.z + s * t.z).normalised()
  }
}
