import Ambisonics
import CPlatform
import Signal

/// The two ears' filters for any direction, made on the audio thread from a head's grid: minimum-phase responses and delays,
/// both bilinear between the four nodes around it.
///
/// Build: `init`. Audio: the rest; about 3 000 cycles per filter.
struct DirectionFilters: ~Copyable {
  /// Length of the filters.
  let taps: Int
  /// Borrowed from the head.
  private let points: UnsafePointer<PointResponses>
  private let shift: FractionalShift
  private let aheadFrames: Float
  private let mixed: FloatBuffer
  private let scratch: FloatBuffer

  /// `points`: must outlive this. `taps`: of the filters, room for a delay. `aheadFrames`: when a sound that reaches the
  /// head's centre at 0 is heard.
  init(_ points: UnsafePointer<PointResponses>, taps: Int, aheadFrames: Float) {
    let pointTaps = points.pointee.taps
    precondition(taps >= FractionalShift.length(taps: pointTaps))
    self.points = points
    shift = FractionalShift()
    self.taps = taps
    self.aheadFrames = aheadFrames
    mixed = FloatBuffer(count: FractionalShift.taps + pointTaps + FractionalShift.taps + 8)
    scratch = FloatBuffer(count: pointTaps + FractionalShift.taps + 8)
  }

  /// Writes tap × (left, right), all `taps` of them.
  @_noLocks func make(_ direction: Direction, into target: UnsafeMutablePointer<Float>) {
    let nodes = GridPlace(direction)
    nf_rt_clear(target, 2 * taps * MemoryLayout<Float>.stride)
    for ear in 0..<2 {
      let response = mixed.pointer + FractionalShift.taps
      nf_rt_clear(response, points.pointee.taps * MemoryLayout<Float>.stride)
      var delay = aheadFrames
      for corner in 0..<4 where nodes.weights[corner] > 0 {
        let (node, share) = (nodes.node(corner), nodes.weights[corner])
        VectorMath.add(points.pointee.response(node, ear: ear), gain: share, to: response, count: points.pointee.taps)
        delay += share * points.pointee.delay(node, ear: ear)
      }
      // Heads wider than the filters have room for are heard as wide as there is room.
      delay = min(max(delay, Float(FractionalShift.reach)), latest)
      shift.place(response, taps: points.pointee.taps, delay: delay, into: target + ear, scratch: scratch.pointer)
    }
  }

  private var latest: Float {
    @_noLocks get { Float(taps - FractionalShift.length(taps: points.pointee.taps) + FractionalShift.reach) }
  }
}
