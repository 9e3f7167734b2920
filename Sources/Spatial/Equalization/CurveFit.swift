import CPlatform
import Signal

/// Finds a gain and peaks, a third of an octave apart, that follow a curve. Build; some ten milliseconds.
///
/// The levels of peaks in dB almost add up, and each almost grows with its gain: so a few rounds of linear least squares are
/// enough (Gauss and Newton's method). A cascade of such sections has minimum phase and no delay.
struct CurveFit {
  private(set) var gainDecibels = 0.0
  private(set) var filters: [EqualizerFilter] = []

  init(_ curve: [ResponsePoint], sampleRate: Double) {
    let highest = min(20_000, 0.45 * sampleRate)
    let points = curve.filter { $0.hz <= highest }
    guard !points.isEmpty else { return }
    var hz = 20.0
    while hz < min(18_000, highest) {
      filters.append(EqualizerFilter(kind: .peak, hz: hz, q: 3))
      hz *= nf_pow(2, 1.0 / 3)
    }
    for _ in 0..<4 { improve(points, sampleRate) }
    filters = filters.filter { $0.decibels.magnitude > 0.02 }
  }

  /// One round.
  private mutating func improve(_ points: [ResponsePoint], _ sampleRate: Double) {
    let count = filters.count + 1
    var error = points.map { $0.decibels - gainDecibels }
    var slopes = [Double](repeating: 1, count: points.count * count)
    for (place, filter) in filters.enumerated() {
      var steeper = filter
      steeper.decibels += 0.5
      guard let now = filter.coefficients(sampleRate: sampleRate),
        let then = steeper.coefficients(sampleRate: sampleRate)
      else { continue }
      for (index, point) in points.enumerated() {
        let level = decibels(now.powerResponse(atHz: point.hz, sampleRate: sampleRate))
        error[index] -= level
        slopes[index * count + place + 1] =
          2 * (decibels(then.powerResponse(atHz: point.hz, sampleRate: sampleRate)) - level)
      }
    }
    var matrix = [Double](repeating: 0, count: count * count)
    var right = [Double](repeating: 0, count: count)
    for index in points.indices {
      for i in 0..<count {
        let slope = slopes[index * count + i]
        right[i] += slope * error[index]
        for j in 0...i { matrix[i * count + j] += slope * slopes[index * count + j] }
      }
    }
    for i in 0..<count {
      // Neighbours that could fight each other stay small.
      matrix[i * count + i] += 0.02
      if i > 0 { right[i] -= 0.02 * filters[i - 1].decibels }
      for j in 0..<i { matrix[j * count + i] = matrix[i * count + j] }
    }
    guard let step = LinearSystem.solve(matrix, right) else { return }
    gainDecibels += step[0]
    for place in filters.indices {
      filters[place].decibels = min(max(filters[place].decibels + step[place + 1], -30), 30)
    }
  }

  private func decibels(_ power: Double) -> Double { 10 * nf_log(max(power, 1e-20)) / nf_log(10) }
}
