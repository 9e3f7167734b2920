/// The gain of a limiter: never above what is wanted at a frame, without a step, and back up slowly.
///
/// What is wanted is held down for `window` frames, let up with a time constant, and smoothed by two means one behind the other
/// that reach over the same `window` frames: so the gain falls before a peak, not at it, and is exactly 1 where nothing is wanted.
struct LimiterGain {
  private var lowest: SlidingMinimum
  private var first, second: SlidingMean
  /// In doubles: the last steps up to 1 are smaller than a float near 1 can take.
  private var released = 1.0
  private let rise: Double
  private let window: Int
  /// Frames since anything was wanted, and the gain was back at 1.
  private var restingFrames: Int

  /// The gain is 1, and stays so as long as nothing is wanted: then `next` need not be asked.
  var isResting: Bool { restingFrames >= 2 * window }

  /// `window`: frames, from 2 on. `releaseFrames`: time constant.
  init(window: Int, releaseFrames: Double) {
    self.window = window
    restingFrames = 2 * window
    lowest = SlidingMinimum(window: window)
    first = SlidingMean(window: window / 2)
    second = SlidingMean(window: window - window / 2 + 1)
    rise = min(1, 1 / max(1, releaseFrames))
  }

  /// The gain for the frame `window - 1` before the one for which `wanted` (0…1) is.
  mutating func next(_ wanted: Float) -> Float {
    let held = lowest.next(wanted)
    released = min(Double(held), released + (1 - released) * rise)
    // A time constant alone would never arrive.
    if held == 1 && released > 1 - 1e-5 { released = 1 }
    restingFrames = released == 1 ? restingFrames + 1 : 0
    return second.next(first.next(Float(released)))
  }
}
