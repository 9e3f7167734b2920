/// The mean of the last values, of which all were 1 before the first. Sums are exact down to -60 dB: nothing creeps in.
struct SlidingMean {
  private var values: [Float]
  private var place = 0
  private var sum: Double

  init(window: Int) {
    values = [Float](repeating: 1, count: max(1, window))
    sum = Double(values.count)
  }

  mutating func next(_ value: Float) -> Float {
    sum += Double(value) - Double(values[place])
    values[place] = value
    place = place + 1 == values.count ? 0 : place + 1
    return Float(sum / Double(values.count))
  }
}
