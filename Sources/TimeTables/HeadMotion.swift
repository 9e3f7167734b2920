import SettingFiles

/// How a head moves: evenly from one pose to the next, each axis along the shorter arc.
///
/// A sequence of poses that are heard as one motion, made while they are asked for: hours of it take no memory.
public struct HeadMotion: Sequence, IteratorProtocol {
  /// As the plugins take from one value to the next.
  private static let step = 0.01
  /// Between two poses: longer than anything lasts, and all of them can be counted.
  private static let mostSteps = 1e15

  /// In the order of time.
  private let poses: [HeadPose]
  /// The next of `poses` that is not given yet.
  private var target = 0
  /// On the way there.
  private var (stepsDone, steps) = (0.0, 0.0)

  /// A CSV file: lines of seconds, yaw, pitch, roll in degrees.
  public init(_ path: String) throws(SettingFileError) {
    var file = try CSVFile(path, "head motion")
    var poses: [HeadPose] = []
    while let row = file.next() {
      guard let pose = Self.pose(row.fields) else {
        if row.isFirst { continue }
        throw file.error(
          line: row.line, "is no pose of a head", "write: seconds, yaw, pitch, roll, in degrees from -360 to 360")
      }
      if let last = poses.last, pose.seconds < last.seconds {
        throw file.error(line: row.line, "lies before the line above it", "put the lines in the order of time")
      }
      poses.append(pose)
    }
    self.init(poses)
  }

  init(_ poses: [HeadPose]) { self.poses = poses }

  private static func pose(_ fields: [String]) -> HeadPose? {
    let numbers = fields.compactMap { Double($0) }
    guard fields.count == 4, numbers.count == 4, let seconds = Seconds(fields[0]),
      numbers[1...].allSatisfy({ $0.magnitude <= 360 })
    else { return nil }
    return HeadPose(seconds: seconds.value, angles: SIMD3(numbers[1], numbers[2], numbers[3]))
  }

  public mutating func next() -> HeadPose? {
    guard target < poses.count else { return nil }
    stepsDone += 1
    if stepsDone < steps { return between(poses[target - 1], poses[target], stepsDone / steps) }
    defer { head(for: target + 1) }
    return poses[target]
  }

  /// Begins the way to the next.
  private mutating func head(for next: Int) {
    (target, stepsDone, steps) = (next, 0, 0)
    guard next < poses.count else { return }
    let (last, pose) = (poses[next - 1], poses[next])
    if last.motion(to: pose) != .zero {
      steps = Swift.min(((pose.seconds - last.seconds) / Self.step).rounded(.down), Self.mostSteps)
    }
  }

  private func between(_ last: HeadPose, _ pose: HeadPose, _ share: Double) -> HeadPose {
    HeadPose(
      seconds: last.seconds + share * (pose.seconds - last.seconds),
      angles: last.angles + share * last.motion(to: pose))
  }
}
