import CPlatform
import SettingFiles

/// Levels over frequency, in between a straight line over octaves, beyond the ends level. Build.
struct ResponseCurve {
  /// In order of frequency, each above 0 Hz.
  private let octaves: [Double]
  private let decibels: [Double]

  /// The audible range in steps of 1/24 octave.
  static let grid: [Double] = (0...240).map { 20 * nf_pow(2, Double($0) / 24) }

  /// `line`: where they begin in the file.
  static func checked(
    _ points: [ResponsePoint], _ line: Int, _ path: String
  ) throws(SettingFileError) -> ResponseCurve {
    let sorted = points.filter { $0.hz > 0 }.sorted { $0.hz < $1.hz }
    guard sorted.count >= 3, sorted[0].hz <= 1_000, sorted[sorted.count - 1].hz >= 2_000 else {
      throw SettingFileError(
        kind: Equalization.kind, path: path, line: line, reason: "does not cover the audible range",
        remedy: "three frequencies at least are needed, from below 1 kHz to above 2 kHz")
    }
    return ResponseCurve(octaves: sorted.map { nf_log($0.hz) / nf_log(2) }, decibels: sorted.map { $0.decibels })
  }

  func level(_ hz: Double) -> Double {
    let octave = nf_log(hz) / nf_log(2)
    guard octave > octaves[0] else { return decibels[0] }
    var (low, high) = (0, octaves.count - 1)
    guard octave < octaves[high] else { return decibels[high] }
    while high - low > 1 {
      let middle = (low + high) / 2
      if octaves[middle] <= octave { low = middle } else { high = middle }
    }
    let width = octaves[high] - octaves[low]
    let share = width > 0 ? (octave - octaves[low]) / width : 0
    return decibels[low] + share * (decibels[high] - decibels[low])
  }

  /// As it is, on the grid, within bounds and smoothed by a sixth of an octave, which is finer than the sections that follow it.
  func prepared(mostBoost: Double, mostCut: Double) -> [ResponsePoint] {
    ResponseCurve.smoothed(Self.grid.map { min(max(level($0), -mostCut), mostBoost) }) { _ in 1.0 / 6 }
  }

  /// What makes the response flat. Its mean from 200 Hz to 2 kHz stays where it is. Smoothed over 1/3 octave; 6 dB up and 12
  /// dB down at most; above 10 kHz, where a measurement says least about another pair on another head, less and less.
  func inverted() -> [ResponsePoint] {
    let levels = Self.grid.map { -level($0) }
    var (sum, count) = (0.0, 0)
    for (index, hz) in Self.grid.enumerated() where hz >= 200 && hz <= 2_000 {
      sum += levels[index]
      count += 1
    }
    let mean = sum / Double(count)
    let smooth = ResponseCurve.smoothed(levels.map { $0 - mean }) { $0 > 10_000 ? 1 : 1.0 / 3 }
    let bounded = smooth.map { point in
      // 1 to 10 kHz, a third at 20 kHz.
      let reach = 1 - 2.0 / 3 * min(max(nf_log(point.hz / 10_000) / nf_log(2), 0), 1)
      return min(max(point.decibels, -12 * reach), 6 * reach)
    }
    return ResponseCurve.smoothed(bounded) { _ in 1.0 / 6 }
  }

  /// Mean over `width` octaves around each point of the grid, weighted by a raised cosine of twice that width.
  private static func smoothed(_ levels: [Double], _ width: (Double) -> Double) -> [ResponsePoint] {
    levels.indices.map { index in
      let reach = Int(24 * width(grid[index]) + 0.5)
      var (sum, weights) = (0.0, 0.0)
      for offset in -reach...reach where levels.indices.contains(index + offset) {
        let weight = 1 + nf_cos(Double.pi * Double(offset) / Double(reach + 1))
        sum += weight * levels[index + offset]
        weights += weight
      }
      return ResponsePoint(hz: grid[index], decibels: sum / weights)
    }
  }
}
