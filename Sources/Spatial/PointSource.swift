import Ambisonics
import CPlatform
import Signal

/// The part of a filter that is not zero.
private struct FilterSpan {
  var first = 0
  var count = 0
}

/// Renders one channel from a direction to two ears through the head's own responses.
///
/// The filters are made from the grid at fixed times, every `hopFrames` frames, and only while the direction moves; within
/// the first quarter of a hop the old and the new ones are cross-faded, so that no movement clicks and block sizes do not matter.
/// A step of the direction is taken along the great circle in `slewHops` hops. Latency: `aheadFrames`.
/// Build: `init`. Audio: the rest. Cost per frame: a quarter of the filter's length (minimum-phase taps, interpolation and
/// interaural delay) in vector multiply-adds at rest, a quarter more and 10 while moving, none in silence.
public struct PointSource: ~Copyable {
  /// Borrowed from the head.
  private let points: UnsafePointer<PointResponses>
  private let shift: FractionalShift
  private let aheadFrames: Float
  private let hopFrames: Int
  private let slewHops: Int
  /// Length of the whole filters.
  private let taps: Int
  /// Two filters, left and right in turn.
  private let filters: ChannelBuffer
  private var spans = (FilterSpan(), FilterSpan())
  /// The last `taps` frames and the hop being filled.
  private let window: FloatBuffer
  private let fresh: ChannelBuffer
  private let aligned: ChannelBuffer
  private let scratch: FloatBuffer

  private var position = 0
  private var active = 0
  private var isFading = false
  private var silentFrames = 0
  private var isFirst = true
  private var current = Direction.front
  private var start = Direction.front
  private var target = Direction.front
  private var hopsLeft = 0

  /// `points`: must outlive this. `hopFrames`: a multiple of 32. `aheadFrames`: when a sound that reaches the head's centre
  /// at 0 is heard.
  public init(
    _ points: UnsafePointer<PointResponses>, sampleRate: Double, aheadFrames: Int, hopFrames: Int, slewHops: Int
  ) {
    let taps = points.pointee.taps
    self.points = points
    shift = FractionalShift()
    self.aheadFrames = Float(aheadFrames)
    self.hopFrames = hopFrames
    self.slewHops = max(1, slewHops)
    // Ears hear up to 0.8 ms apart, those of large heads 1 ms; the interpolation adds its own length.
    self.taps = (taps + aheadFrames + Int(sampleRate * 0.001) + FractionalShift.taps + 7) / 8 * 8
    filters = ChannelBuffer(channels: 2, capacity: 2 * self.taps)
    window = FloatBuffer(count: self.taps + hopFrames + 8)
    fresh = ChannelBuffer(channels: 4, capacity: hopFrames + 8)
    aligned = ChannelBuffer(channels: 2, capacity: FractionalShift.taps + taps + FractionalShift.taps + 8)
    scratch = FloatBuffer(count: taps + FractionalShift.taps + 8)
  }

  /// Audio. Forgets past input; the next direction is taken at once.
  @_noLocks public mutating func reset() {
    window.clear()
    position = 0
    isFading = false
    isFirst = true
    silentFrames = taps + hopFrames
  }

  /// Audio. The direction to move to, as the head sees it.
  @_noLocks public mutating func move(to direction: Direction) {
    if isFirst {
      isFirst = false
      (current, target, hopsLeft) = (direction, direction, 0)
      isFading = false
      makeFilter(active)
    } else if direction.x != target.x || direction.y != target.y || direction.z != target.z {
      target = direction
      start = current
      hopsLeft = slewHops
    }
  }

  /// Audio. Adds `frames` frames, scaled by nothing, to the ears (`output` channels 0 left and 1 right).
  @_noLocks
  public mutating func add(_ input: UnsafePointer<Float>, to output: borrowing ChannelBuffer, frames: Int) {
    var done = 0
    while done < frames {
      if position == 0 && hopsLeft > 0 { advance() }
      let count = min(frames - done, (position < fadeFrames ? fadeFrames : hopFrames) - position)
      nf_rt_copy(window.pointer + taps + position, input + done, count * MemoryLayout<Float>.stride)
      countSilence(input + done, frames: count)
      if silentFrames < taps + hopFrames { render(frames: count, to: output, at: done) }
      position += count
      done += count
      if position == fadeFrames { completeFade() }
      if position == hopFrames { completeHop() }
    }
  }

  @_noLocks private mutating func countSilence(_ input: UnsafePointer<Float>, frames: Int) {
    var heard = frames
    while heard > 0 && input[heard - 1] == 0 { heard -= 1 }
    silentFrames = heard == 0 ? min(silentFrames + frames, 1 << 30) : frames - heard
  }

  @_noLocks private mutating func completeHop() {
    nf_rt_copy(window.pointer, window.pointer + hopFrames, taps * MemoryLayout<Float>.stride)
    position = 0
  }

  @_noLocks private mutating func completeFade() {
    guard isFading else { return }
    active = 1 - active
    isFading = false
  }

  /// A multiple of 8: a quarter of a hop, so that a moving source costs a quarter more than one at rest.
  private var fadeFrames: Int { @_noLocks get { hopFrames / 32 * 8 } }

  /// One hop further along the way, into the filter that does not sound.
  @_noLocks private mutating func advance() {
    hopsLeft -= 1
    let share = 1 - Float(hopsLeft) / Float(slewHops)
    current = hopsLeft == 0 ? target : between(start, target, share)
    makeFilter(1 - active)
    isFading = true
  }

  /// Along the chord, back on the sphere. Opposite directions go by the left: any way is as good.
  @_noLocks private func between(_ a: Direction, _ b: Direction, _ share: Float) -> Direction {
    var d = Direction(
      x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y), z: a.z + share * (b.z - a.z))
    if d.dot(d) < 1e-4 { d = Direction(x: -a.y, y: a.x, z: 0) }
    if d.dot(d) < 1e-4 { d = Direction(x: 0, y: 1, z: 0) }
    return d.normalised()
  }

  @_noLocks private func render(frames: Int, to output: borrowing ChannelBuffer, at start: Int) {
    fresh.clear(frames: (frames + 7) / 8 * 8)
    filter(slot: active, into: 0, frames: frames)
    if isFading { filter(slot: 1 - active, into: 2, frames: frames) }
    for ear in 0..<2 {
      let (old, new, out) = (fresh[ear], fresh[2 + ear], output[ear] + start)
      if isFading {
        let step = 1 / Float(fadeFrames)
        for frame in 0..<frames {
          out[frame] += old[frame] + Float(position + frame + 1) * step * (new[frame] - old[frame])
        }
      } else {
        for frame in 0..<frames { out[frame] += old[frame] }
      }
    }
  }

  @_noLocks private func filter(slot: Int, into first: Int, frames: Int) {
    let span = slot == 0 ? spans.0 : spans.1
    DirectForm.addPair(
      window.pointer + taps + position - span.first, responses: filters[slot] + 2 * span.first, taps: span.count,
      frames: frames, left: fresh[first], right: fresh[first + 1])
  }

  // MARK: Filters

  /// Bilinear between the four nodes around `current`, for responses and delays alike.
  @_noLocks private mutating func makeFilter(_ slot: Int) {
    let nodes = GridPlace(current)
    nf_rt_clear(filters[slot], 2 * taps * MemoryLayout<Float>.stride)
    let (toLeft, toRight) = delays(nodes)
    var (first, end) = (taps, 0)
    for ear in 0..<2 {
      let response = aligned[ear] + FractionalShift.taps
      nf_rt_clear(response, points.pointee.taps * MemoryLayout<Float>.stride)
      for corner in 0..<4 where nodes.weights[corner] > 0 {
        VectorMath.add(
          points.pointee.response(nodes.node(corner), ear: ear), gain: nodes.weights[corner], to: response,
          count: points.pointee.taps)
      }
      let delay = ear == 0 ? toLeft : toRight
      shift.place(
        response, taps: points.pointee.taps, delay: delay, into: filters[slot] + ear, scratch: scratch.pointer)
      let start = Int(delay) - FractionalShift.reach
      first = min(first, start)
      end = max(end, start + FractionalShift.length(taps: points.pointee.taps))
    }
    let span = FilterSpan(first: first, count: end - first)
    if slot == 0 { spans.0 = span } else { spans.1 = span }
  }

  /// Frames to each ear; both later where the nearer one would hear before it can. Heads wider than the filters have room for
  /// are heard as wide as there is room.
  @_noLocks private func delays(_ nodes: GridPlace) -> (left: Float, right: Float) {
    var (left, right) = (aheadFrames, aheadFrames)
    for corner in 0..<4 where nodes.weights[corner] > 0 {
      left += nodes.weights[corner] * points.pointee.delay(nodes.node(corner), ear: 0)
      right += nodes.weights[corner] * points.pointee.delay(nodes.node(corner), ear: 1)
    }
    let earliest = Float(FractionalShift.reach)
    let missing = max(0, earliest - min(left, right))
    let latest = Float(taps - FractionalShift.length(taps: points.pointee.taps) + FractionalShift.reach)
    // Rounding must not bring the nearer one before the beginning after all.
    return (min(max(left + missing, earliest), latest), min(max(right + missing, earliest), latest))
  }
}
