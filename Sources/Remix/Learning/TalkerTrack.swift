import Ambisonics

/// Where the talker was from which time on, as few entries as tell it, at most `capacity`. Audio but for `init` and `entries`.
///
/// A direction counts when it has stayed at least 15° from the last entry's through 0.4 s of speech: it is itself a mean over as
/// much. When the list is full, entries that follow each other too closely are dropped, and from then on must be further apart.
/// Public because Embedded Swift destroys it in other modules.
public struct TalkerTrack: ~Copyable {
  static var capacity: Int { @_noLocks get { 500 } }
  private static var settleSeconds: Double { @_noLocks get { 0.4 } }
  /// Cosine of 15°.
  private static var nearness: Float { @_noLocks get { 0.966 } }

  private struct Entry {
    var seconds: Double
    var direction: Direction
  }

  private let list: UnsafeMutablePointer<Entry>
  private var count = 0
  private var leastDistance = 0.5
  /// Since when the talker has been elsewhere, and for how much speech.
  private var leftAt = 0.0
  private var awaySeconds = 0.0

  init() {
    list = .allocate(capacity: Self.capacity)
    list.initialize(repeating: Entry(seconds: 0, direction: .front), count: Self.capacity)
  }

  deinit { list.deallocate() }

  @_noLocks mutating func reset() {
    count = 0
    leastDistance = 0.5
    awaySeconds = 0
  }

  /// One hop. `seconds`: of the stream, rising; `activity`: 0…1, whether anybody speaks.
  @_noLocks mutating func add(_ direction: Direction, activity: Float, seconds: Double, hopSeconds: Double) {
    guard activity > 0.5 else { return }
    if count > 0 && direction.dot(list[count - 1].direction) > Self.nearness {
      awaySeconds = 0
      return
    }
    if awaySeconds == 0 { leftAt = seconds }
    awaySeconds += hopSeconds
    guard awaySeconds >= Self.settleSeconds else { return }
    let start = count == 0 ? 0 : leftAt
    guard count == 0 || start - list[count - 1].seconds >= leastDistance else { return }
    list[count] = Entry(seconds: start, direction: direction)
    count += 1
    awaySeconds = 0
    while count == Self.capacity { thin() }
  }

  @_noLocks private mutating func thin() {
    leastDistance *= 2
    var kept = 1
    for index in 1..<count where list[index].seconds - list[kept - 1].seconds >= leastDistance {
      list[kept] = list[index]
      kept += 1
    }
    count = kept
  }

  /// Build.
  var entries: [MixMetadata.TalkerDirection] {
    (0..<count).map {
      let direction = list[$0].direction
      return .init(
        seconds: list[$0].seconds, azimuthDegrees: Double(direction.azimuthDegrees.rounded()),
        elevationDegrees: Double(direction.elevationDegrees.rounded()))
    }
  }
}
