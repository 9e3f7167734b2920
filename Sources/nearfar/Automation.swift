import SettingFiles
import TimeTables

/// Values of controls over time, from the first to the last. They step where the file says, and the plugins smooth them.
struct Automation {
  private struct Event {
    let seconds: Double
    /// Place among `controls`.
    let control: Int
    let value: Float
  }

  private var controls: [ControlBoard.Control] = []
  /// In the order of time.
  private var events: [Event] = []
  private var nextEvent = 0
  private var head: HeadMotion?
  private var nextPose: HeadPose?
  private var headControls: [ControlBoard.Control] = []

  /// When something changes next; infinity: not any more.
  var nextSeconds: Double { min(nextEventSeconds, nextPose?.seconds ?? .infinity) }
  private var nextEventSeconds: Double { nextEvent < events.count ? events[nextEvent].seconds : .infinity }

  /// What changes next; at the same time the head before the rest, and that in its order.
  mutating func apply(to board: ControlBoard) {
    if let pose = nextPose, pose.seconds <= nextEventSeconds {
      for axis in 0..<3 { board.set(headControls[axis], pose.wrapped[axis]) }
      nextPose = head?.next()
    } else if nextEvent < events.count {
      let event = events[nextEvent]
      board.set(controls[event.control], event.value)
      nextEvent += 1
    }
  }

  /// A CSV file: seconds, symbol, value.
  mutating func read(_ path: String, _ board: ControlBoard) throws {
    var file = try AutomationFile(path)
    while let entry = try file.next() {
      do throws(Failure) {
        let place = try place(of: entry.symbol, board)
        let value = try ControlBoard.value(entry.value, of: controls[place].spec, named: entry.symbol)
        events.append(Event(seconds: entry.seconds, control: place, value: value))
      } catch {
        throw file.error(line: entry.line, error.message, "correct the line, or take it out")
      }
    }
    // What is at the same time stays in its order.
    events = events.enumerated().sorted { ($0.element.seconds, $0.offset) < ($1.element.seconds, $1.offset) }
      .map(\.element)
  }

  private mutating func place(of symbol: String, _ board: ControlBoard) throws(Failure) -> Int {
    if let known = controls.firstIndex(where: { $0.symbol == symbol }) { return known }
    controls.append(try board.find(symbol))
    return controls.count - 1
  }

  /// A head's motion, a CSV file: seconds, yaw, pitch, roll in degrees.
  mutating func readHead(_ path: String, _ board: ControlBoard) throws {
    var motion = try HeadMotion(path)
    headControls = try ["head_yaw", "head_pitch", "head_roll"].map { symbol throws(Failure) in try board.find(symbol) }
    nextPose = motion.next()
    head = motion
  }
}
