/// A recursive mean that begins as a plain one: the first values count in full, as there is nothing yet to average with. Audio.
struct RunningMean {
  private(set) var value: Float = 0
  /// Of the weights so far.
  private var count: Float = 0
  private let share: Float

  /// `share`: of a new value of weight 1, in the end.
  init(share: Float) { self.share = share }

  @_noLocks mutating func reset() {
    value = 0
    count = 0
  }

  /// `weight`: 0…1.
  @_noLocks mutating func add(_ newValue: Float, weight: Float = 1) {
    guard weight > 0 else { return }
    // Counting stops where it no longer matters: the count stays exact.
    count = min(count + weight, 1e6)
    value += weight * max(share, 1 / count) * (newValue - value)
  }
}
