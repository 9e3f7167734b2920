import CPlatform

/// Solves symmetric positive definite systems of equations. Build.
enum LinearSystem {
  /// x of A·x = b, A row by row; nil where A is not positive definite. Cholesky's decomposition.
  static func solve(_ a: [Double], _ b: [Double]) -> [Double]? {
    let count = b.count
    precondition(a.count == count * count)
    var (l, x) = (a, b)
    for i in 0..<count {
      for j in 0...i {
        var sum = l[i * count + j]
        for k in 0..<j { sum -= l[i * count + k] * l[j * count + k] }
        if i == j {
          guard sum > 0 else { return nil }
          l[i * count + i] = nf_sqrt(sum)
        } else {
          l[i * count + j] = sum / l[j * count + j]
        }
      }
    }
    for i in 0..<count {
      for k in 0..<i { x[i] -= l[i * count + k] * x[k] }
      x[i] /= l[i * count + i]
    }
    for i in stride(from: count - 1, through: 0, by: -1) {
      for k in (i + 1)..<max(count, i + 1) { x[i] -= l[k * count + i] * x[k] }
      x[i] /= l[i * count + i]
    }
    return x
  }
}
