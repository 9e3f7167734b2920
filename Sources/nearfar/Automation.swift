import PluginModel

/// Values of controls over time. They step where the file says, and the plugins smooth them.
struct Automation {
  struct Event {
    let seconds: Double
    /// Place among `controls`.
    let control: Int
    let value: Float
  }

  private(set) var controls: [ControlBoard.Control] = []
  /// In the order of time, once sorted.
  private(set) var events: [Event] = []

  mutating func add(seconds: Double, _ control: ControlBoard.Control, _ value: Float) {
    var place = controls.firstIndex { $0.symbol == control.symbol }
    if place == nil {
      place = controls.count
      controls.append(control)
    }
    events.append(Event(seconds: seconds, control: place!, value: value))
  }

  /// What is at the same time stays in its order.
  mutating func sort() {
    events = events.enumerated().sorted { ($0.element.seconds, $0.offset) < ($1.element.seconds, $1.offset) }
      .map(\.element)
  }

  /// A CSV file: seconds, symbol, value.
  mutating func read(_ path: String, _ board: ControlBoard) throws(Failure) {
    for row in try CSVFile.rows(path) {
      guard row.fields.count == 3 else {
        throw CSVFile.failure(path, row.line, "\(row.fields.count) fields, not 3", "write: seconds, symbol, value")
      }
      guard let seconds = CSVFile.seconds(row.fields[0]) else {
        if row.isFirst { continue }
        throw CSVFile.failure(path, row.line, "'\(row.fields[0])' is no time", "write seconds from 0 on, as 12.5")
      }
      do throws(Failure) {
        let control = try board.find(row.fields[1])
        add(seconds: seconds, control, try ControlBoard.value(row.fields[2], of: control.spec, named: row.fields[1]))
      } catch {
        throw CSVFile.failure(path, row.line, error.message, "correct the line, or take it out")
      }
    }
  }

  /// A head's motion, a CSV file: seconds, yaw, pitch, roll in degrees. Between its lines the head moves evenly, the short way.
  mutating func readHead(_ path: String, _ board: ControlBoard) throws(Failure) {
    var poses: [HeadPose] = []
    for row in try CSVFile.rows(path) {
      let numbers = row.fields.map { Double($0) }
      guard numbers.count == 4, let seconds = CSVFile.seconds(row.fields[0]),
        let yaw = numbers[1], let pitch = numbers[2], let roll = numbers[3],
        [yaw, pitch, roll].allSatisfy({ $0.magnitude <= 360 })
      else {
        if row.isFirst { continue }
        throw CSVFile.failure(
          path, row.line, "is no pose of a head", "write: seconds, yaw, pitch, roll, in degrees from -360 to 360")
      }
      if let last = poses.last, seconds < last.seconds {
        throw CSVFile.failure(path, row.line, "lies before the line above it", "put the lines in the order of time")
      }
      poses.append(HeadPose(seconds: seconds, angles: [yaw, pitch, roll]))
    }
    let controls = try ["head_yaw", "head_pitch", "head_roll"].map { symbol throws(Failure) in try board.find(symbol) }
    for pose in HeadPose.path(poses) {
      for axis in 0..<3 { add(seconds: pose.seconds, controls[axis], HeadPose.wrapped(pose.angles[axis])) }
    }
  }
}
