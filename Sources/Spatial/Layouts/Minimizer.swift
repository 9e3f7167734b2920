/// Looks for the least value of a smooth function of some dozens of numbers. Build.
///
/// L-BFGS with eight pairs and a backtracking line search. Source: J. Nocedal & S. J. Wright (2006), "Numerical optimization",
/// algorithms 3.1, 7.4 and 7.5.
enum Minimizer {
  private struct Pair {
    let step, change: [Double]
    let inverse: Double
  }

  /// `cost` also writes the gradient. Ends after `rounds` or where nothing is gained any more.
  static func minimum(
    from start: [Double], rounds: Int, _ cost: ([Double], inout [Double]) -> Double
  ) -> [Double] {
    var (x, gradient) = (start, start)
    var value = cost(x, &gradient)
    var pairs: [Pair] = []
    var (next, nextGradient) = (x, gradient)
    for _ in 0..<rounds {
      var direction = descent(gradient, pairs)
      var slope = dot(gradient, direction)
      if slope >= 0 {
        pairs = []
        direction = gradient.map { -$0 }
        slope = -dot(gradient, gradient)
      }
      guard slope < -1e-12 else { break }
      var length = pairs.isEmpty ? min(1, 0.05 * Double(x.count) / (1e-12 - slope)) : 1
      var nextValue = Double.infinity
      for _ in 0..<30 {
        for index in x.indices { next[index] = x[index] + length * direction[index] }
        nextValue = cost(next, &nextGradient)
        if nextValue <= value + 1e-4 * length * slope { break }
        length *= 0.5
      }
      guard nextValue < value else { break }
      let step = zip(next, x).map { $0 - $1 }
      let change = zip(nextGradient, gradient).map { $0 - $1 }
      let curvature = dot(step, change)
      if curvature > 1e-12 {
        if pairs.count == 8 { pairs.removeFirst() }
        pairs.append(Pair(step: step, change: change, inverse: 1 / curvature))
      }
      let gained = value - nextValue
      (x, gradient, value) = (next, nextGradient, nextValue)
      if gained < 1e-8 * (1 + value.magnitude) { break }
    }
    return x
  }

  /// Minus the inverse Hessian, as far as the pairs tell it, times the gradient.
  private static func descent(_ gradient: [Double], _ pairs: [Pair]) -> [Double] {
    var q = gradient
    var shares = [Double](repeating: 0, count: pairs.count)
    for index in pairs.indices.reversed() {
      shares[index] = pairs[index].inverse * dot(pairs[index].step, q)
      for i in q.indices { q[i] -= shares[index] * pairs[index].change[i] }
    }
    if let last = pairs.last {
      let scale = 1 / (last.inverse * dot(last.change, last.change))
      for i in q.indices { q[i] *= scale }
    }
    for index in pairs.indices {
      let back = pairs[index].inverse * dot(pairs[index].change, q)
      for i in q.indices { q[i] += (shares[index] - back) * pairs[index].step[i] }
    }
    return q.map { -$0 }
  }

  private static func dot(_ a: [Double], _ b: [Double]) -> Double {
    var sum = 0.0
    for index in a.indices { sum += a[index] * b[index] }
    return sum
  }
}
