/// The least of the last values.
struct SlidingMinimum {
  private let window: Int
  /// Values that are the least of those after them, with when they came: a ring of as many as there can be.
  private var values: [Float]
  private var times: [Int]
  private var start = 0
  private var count = 0
  private var now = 0

  init(window: Int) {
    self.window = window
    values = [Float](repeating: 1, count: window)
    times = [Int](repeating: 0, count: window)
  }

  mutating func next(_ value: Float) -> Float {
    if count > 0 && times[start] <= now - window {
      start = (start + 1) % window
      count -= 1
    }
    while count > 0 && values[(start + count - 1) % window] >= value { count -= 1 }
    let place = (start + count) % window
    (values[place], times[place]) = (value, now)
    count += 1
    now += 1
    return values[start]
  }
}
