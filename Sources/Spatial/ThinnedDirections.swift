import CPlatform

/// Directions that stand for a larger set, evenly over the sphere. Build.
struct ThinnedDirections {
  /// Which of the set are kept.
  let indices: [Int]
  /// The shares of the sphere of all those for which each is the nearest; sum 1.
  let weights: [Double]

  /// Keeps the nearest to each of `count` points of a Fibonacci grid, at most.
  init(_ directions: [SIMD3<Float>], _ weights: [Double], count: Int) {
    var isKept = [Bool](repeating: false, count: directions.count)
    let turn = Double.pi * (3 - nf_sqrt(5))
    for point in 0..<count {
      let z = -1 + (2 * Double(point) + 1) / Double(count)
      let (level, angle) = (nf_sqrt(1 - z * z), turn * Double(point))
      let p = SIMD3(Float(nf_cos(angle) * level), Float(nf_sin(angle) * level), Float(z))
      isKept[ThinnedDirections.nearest(to: p, directions.indices, directions)] = true
    }
    indices = directions.indices.filter { isKept[$0] }
    var sums = [Double](repeating: 0, count: directions.count)
    for index in directions.indices {
      let nearest =
        isKept[index] ? index : ThinnedDirections.nearest(to: directions[index], indices, directions)
      sums[nearest] += weights[index]
    }
    self.weights = indices.map { sums[$0] }
  }

  private static func nearest(
    to p: SIMD3<Float>, _ candidates: some Collection<Int>, _ directions: [SIMD3<Float>]
  ) -> Int {
    var (best, bestCosine) = (0, -Float.infinity)
    directions.withUnsafeBufferPointer { list in
      for index in candidates {
        let d = list[index]
        let cosine = d.x * p.x + d.y * p.y + d.z * p.z
        if cosine > bestCosine { (best, bestCosine) = (index, cosine) }
      }
    }
    return best
  }
}
