/// Where a head looks at one time.
struct HeadPose {
  let seconds: Double
  /// Yaw, pitch, roll in degrees.
  let angles: [Double]

  /// The time between two poses that are heard as one motion: as long as the plugins take from one to the next.
  private static let step = 0.01

  /// The same poses with others evenly between them, each axis along the shorter arc.
  static func path(_ poses: [HeadPose]) -> [HeadPose] {
    var path: [HeadPose] = []
    for pose in poses {
      if let last = path.last {
        let steps = min(100_000, Int((pose.seconds - last.seconds) / step))
        let moves = (0..<3).map { arc(from: last.angles[$0], to: pose.angles[$0]) }
        if moves.contains(where: { $0 != 0 }) && steps > 1 {
          for number in 1..<steps {
            let share = Double(number) / Double(steps)
            path.append(
              HeadPose(
                seconds: last.seconds + share * (pose.seconds - last.seconds),
                angles: (0..<3).map { last.angles[$0] + share * moves[$0] }))
          }
        }
      }
      path.append(pose)
    }
    return path
  }

  private static func arc(from start: Double, to end: Double) -> Double {
    (end - start).remainder(dividingBy: 360)
  }

  /// Within −180 … 180.
  static func wrapped(_ degrees: Double) -> Float { Float(degrees.remainder(dividingBy: 360)) }
}
