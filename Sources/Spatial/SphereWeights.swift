import CPlatform

/// How much of the sphere each of a set of directions stands for. Build.
public enum SphereWeights {
  /// Shares of the sphere nearest to each direction, none above `most` times the median (a set with no directions
  /// below the horizon then stands for the part that it covers, not for its gap); they sum to 1.
  ///
  /// Counts the points of a dense Fibonacci grid: `pointsPerDirection` each on average, so that a share is counted
  /// in steps of 3 per cent.
  /// Source of the grid: Á. González (2010), "Measurement of areas on a sphere using Fibonacci and latitude-longitude
  /// lattices", eq. 1.
  public static func nearestShares(
    _ directions: [SIMD3<Float>], most: Double = 2.5, pointsPerDirection: Int = 32
  ) -> [Double] {
    let order = directions.indices.sorted { directions[$0].z < directions[$1].z }
    let sorted = order.map { directions[$0] }
    let points = directions.count * pointsPerDirection
    var counts = [Double](repeating: 0, count: directions.count)
    var start = 0
    let turn = Double.pi * (3 - nf_sqrt(5))
    for point in 0..<points {
      let z = -1 + (2 * Double(point) + 1) / Double(points)
      let level = nf_sqrt(1 - z * z)
      let angle = turn * Double(point)
      let p = SIMD3(Float(nf_cos(angle) * level), Float(nf_sin(angle) * level), Float(z))
      // Both are in order of height: the search starts beside the point and stops where height alone is too far.
      while start + 1 < sorted.count && sorted[start].z < p.z { start += 1 }
      counts[order[nearest(to: p, in: sorted, from: start)]] += 1
    }
    let cap = most * counts.sorted()[counts.count / 2]
    var total = 0.0
    for index in counts.indices {
      counts[index] = min(counts[index], cap)
      total += counts[index]
    }
    return counts.map { $0 / total }
  }

  /// Index of the direction nearest to `p` in a list sorted by z, searched outwards from `start`.
  private static func nearest(to p: SIMD3<Float>, in sorted: [SIMD3<Float>], from start: Int) -> Int {
    sorted.withUnsafeBufferPointer { list in
      var (best, bestSquare) = (start, Float.infinity)
      var (low, high) = (start, start + 1)
      var (isLowOpen, isHighOpen) = (true, true)
      while isLowOpen || isHighOpen {
        if low < 0 { isLowOpen = false }
        if high >= list.count { isHighOpen = false }
        if isLowOpen {
          let d = list[low] - p
          let square = (d * d).sum()
          if square < bestSquare { (best, bestSquare) = (low, square) }
          if d.z * d.z > bestSquare { isLowOpen = false }
          low -= 1
        }
        if isHighOpen {
          let d = list[high] - p
          let square = (d * d).sum()
          if square < bestSquare { (best, bestSquare) = (high, square) }
          if d.z * d.z > bestSquare { isHighOpen = false }
          high += 1
        }
      }
      return best
    }
  }
}
