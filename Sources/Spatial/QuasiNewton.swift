import CPlatform
import Signal

/// Finds a minimum of a function of many variables from its values and gradients (L-BFGS with a weak Wolfe line search).
///
/// Sources: J. Nocedal (1980), "Updating quasi-Newton matrices with limited storage", Math. Comp. 35; the search:
/// A. S. Lewis, M. L. Overton (2013), "Nonsmooth optimization via quasi-Newton methods", Math. Programming 141, alg. 2.6.
/// Build.
struct QuasiNewton: ~Copyable {
  private static let memory = 10
  private static let leastDecrease = 1e-4
  private static let leastCurvature = 0.9

  private let count: Int
  /// Differences of points and of gradients, a ring.
  private let steps: ChannelBuffer
  private let changes: ChannelBuffer
  private var curvatures = [Double](repeating: 0, count: memory)
  private var used = 0
  private var newest = memory - 1
  /// Size of the inverse Hessian along the last step, re the preconditioner.
  private var scale = 0.0

  init(count: Int) {
    self.count = count
    steps = ChannelBuffer(channels: QuasiNewton.memory, capacity: count)
    changes = ChannelBuffer(channels: QuasiNewton.memory, capacity: count)
  }

  /// Moves `point` for at most `iterations` steps.
  ///
  /// `precondition`: multiplies by a positive matrix near the inverse Hessian but for a factor. `evaluate`: the value at a
  /// point; writes its gradient.
  mutating func minimise(
    _ point: borrowing FloatBuffer, iterations: Int,
    precondition: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>) -> Void,
    evaluate: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>) -> Double
  ) {
    let gradient = FloatBuffer(count: count)
    let direction = FloatBuffer(count: count)
    let trial = FloatBuffer(count: count)
    let trialGradient = FloatBuffer(count: count)
    let scratch = FloatBuffer(count: count)
    used = 0
    var value = evaluate(point.pointer, gradient.pointer)
    for _ in 0..<iterations {
      if used == 0 {
        precondition(gradient.pointer, scratch.pointer)
        // The first step lowers a linear function to 0.99 of the present value: small enough for any start.
        let slope = dot(gradient.pointer, scratch.pointer)
        guard slope > 0 else { return }
        scale = 0.01 * value / slope
      }
      makeDirection(gradient, into: direction, scratch, precondition)
      let slope = dot(gradient.pointer, direction.pointer)
      guard slope < 0 else { return }
      let found = search(
        from: point, value, slope: slope, along: direction, trial: trial, trialGradient, evaluate: evaluate)
      guard let found else { return }
      value = found
      remember(point, trial, gradient, trialGradient, scratch, precondition)
      copy(trial, to: point)
      copy(trialGradient, to: gradient)
    }
  }

  /// The value at a point of sufficient decrease and, if possible, curvature; nil where none is found.
  private func search(
    from point: borrowing FloatBuffer, _ value: Double, slope: Double, along direction: borrowing FloatBuffer,
    trial: borrowing FloatBuffer, _ gradient: borrowing FloatBuffer,
    evaluate: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>) -> Double
  ) -> Double? {
    var (low, high, length) = (0.0, Double.infinity, 1.0)
    var best: Double?
    for _ in 0..<12 {
      copy(point, to: trial)
      VectorMath.add(direction.pointer, gain: Float(length), to: trial.pointer, count: count)
      let found = evaluate(trial.pointer, gradient.pointer)
      if !(found <= value + QuasiNewton.leastDecrease * length * slope) {
        high = length
      } else if dot(gradient.pointer, direction.pointer) < QuasiNewton.leastCurvature * slope {
        low = length
        best = found
      } else {
        return found
      }
      length = high.isInfinite ? 2 * length : (low + high) / 2
    }
    guard best != nil else { return nil }
    copy(point, to: trial)
    VectorMath.add(direction.pointer, gain: Float(low), to: trial.pointer, count: count)
    return evaluate(trial.pointer, gradient.pointer)
  }

  /// −H · gradient by Nocedal's two loops.
  private func makeDirection(
    _ gradient: borrowing FloatBuffer, into direction: borrowing FloatBuffer, _ scratch: borrowing FloatBuffer,
    _ precondition: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>) -> Void
  ) {
    copy(gradient, to: scratch)
    var shares = [Double](repeating: 0, count: QuasiNewton.memory)
    for age in 0..<used {
      let place = (newest + QuasiNewton.memory - age) % QuasiNewton.memory
      shares[place] = dot(steps[place], scratch.pointer) / curvatures[place]
      VectorMath.add(changes[place], gain: Float(-shares[place]), to: scratch.pointer, count: count)
    }
    precondition(scratch.pointer, direction.pointer)
    for index in 0..<count { direction[index] *= Float(scale) }
    for age in stride(from: used - 1, through: 0, by: -1) {
      let place = (newest + QuasiNewton.memory - age) % QuasiNewton.memory
      let share = dot(changes[place], direction.pointer) / curvatures[place]
      VectorMath.add(steps[place], gain: Float(shares[place] - share), to: direction.pointer, count: count)
    }
    for index in 0..<count { direction[index] = -direction[index] }
  }

  private mutating func remember(
    _ point: borrowing FloatBuffer, _ next: borrowing FloatBuffer, _ gradient: borrowing FloatBuffer,
    _ nextGradient: borrowing FloatBuffer, _ scratch: borrowing FloatBuffer,
    _ precondition: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>) -> Void
  ) {
    let place = (newest + 1) % QuasiNewton.memory
    for index in 0..<count {
      steps[place][index] = next[index] - point[index]
      changes[place][index] = nextGradient[index] - gradient[index]
    }
    let curvature = dot(steps[place], changes[place])
    precondition(changes[place], scratch.pointer)
    let size = dot(changes[place], scratch.pointer)
    guard curvature > 1e-10 * size, size > 0 else { return }
    curvatures[place] = curvature
    scale = curvature / size
    newest = place
    used = min(used + 1, QuasiNewton.memory)
  }

  private func dot(_ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>) -> Double {
    Double(VectorMath.dot(a, b, count: count))
  }

  private func copy(_ from: borrowing FloatBuffer, to: borrowing FloatBuffer) {
    nf_rt_copy(to.pointer, from.pointer, count * MemoryLayout<Float>.stride)
  }
}
