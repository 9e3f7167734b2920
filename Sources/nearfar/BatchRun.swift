import Glibc

/// A batch while it is worked on: as many programs at once as there are processors.
final class BatchRun {
  private enum Outcome {
    case waiting
    case running(ChildProgram)
    case done, passedOver
    case failed(String)
  }

  private let items: [BatchPlan.Item]
  private let jobs: Int
  private let terminal: Terminal
  private var outcomes: [Outcome]
  private let start = Clock.now

  init(_ items: [BatchPlan.Item], jobs: Int, _ terminal: Terminal) {
    self.items = items
    self.jobs = jobs
    self.terminal = terminal
    outcomes = items.map { $0.isDone ? .passedOver : .waiting }
  }

  func run() {
    while true {
      startMore()
      let running = self.running
      if running.isEmpty { break }
      var polled = running.map { pollfd(fd: $0.child.descriptor, events: Int16(POLLIN), revents: 0) }
      poll(&polled, nfds_t(polled.count), 200)
      for (place, poll) in zip(running, polled) where poll.revents != 0 && !place.child.listen() {
        end(place.index, place.child)
      }
      showProgress()
    }
    if terminal.isTerminal { terminal.write("") }
  }

  private var running: [(index: Int, child: ChildProgram)] {
    outcomes.indices.compactMap { index in
      if case .running(let child) = outcomes[index] { (index, child) } else { nil }
    }
  }

  private func startMore() {
    var free = jobs - running.count
    for index in items.indices {
      guard free > 0, case .waiting = outcomes[index] else { continue }
      if let child = ChildProgram(items[index].words) {
        outcomes[index] = .running(child)
        free -= 1
      } else {
        outcomes[index] = .failed("\(items[index].recording): no program could be started; free some memory")
      }
    }
  }

  private func end(_ index: Int, _ child: ChildProgram) {
    let code = child.wait()
    let name = items[index].recording
    if code == 0 {
      outcomes[index] = .done
    } else {
      let reason = child.lines.last.map { Self.text($0) } ?? "\(name): ended with code \(code)"
      outcomes[index] = .failed(reason)
    }
    for line in child.lines where !line.isEmpty { terminal.note(Self.text(line)) }
  }

  /// Without the program's name, which stands before it again.
  private static func text(_ line: String) -> String {
    line.hasPrefix("nearfar: ") ? String(line.dropFirst("nearfar: ".count)) : line
  }

  // MARK: What is told

  private func count(_ fits: (Outcome) -> Bool) -> Int { outcomes.count(where: fits) }
  private var done: Int { count { if case .done = $0 { true } else { false } } }
  private var passedOver: Int { count { if case .passedOver = $0 { true } else { false } } }
  private var failures: [String] { outcomes.compactMap { if case .failed(let reason) = $0 { reason } else { nil } } }
  var hasFailures: Bool { !failures.isEmpty }

  private func showProgress() {
    guard terminal.isTerminal && !terminal.isQuiet else { return }
    var (total, finished) = (0.0, 0.0)
    for (item, outcome) in zip(items, outcomes) {
      total += item.duration
      switch outcome {
      case .waiting, .passedOver: break
      case .running(let child): finished += child.share * item.duration
      case .done, .failed: finished += item.duration
      }
    }
    let share = total > 0 ? finished / total : 1
    let elapsed = Clock.now - start
    let left = share > 0 ? Decimal.time(elapsed * (1 - share) / share) : "?"
    let failed = hasFailures ? ", \(failures.count) failed" : ""
    let name = "\(done + passedOver) of \(items.count) files\(failed)"
    terminal.write(
      Progress.bar(name, share, "\(Decimal.fixed(100 * share, 0)) %  \(left) left", columns: terminal.columns))
  }

  var summary: String {
    let time = Decimal.time(Clock.now - start)
    return "\(done) done, \(passedOver) there already, \(failures.count) failed, in \(time)"
  }

  var failureSummary: String {
    "\(failures.count) of \(items.count) files failed; correct them and run it again: the others are passed over"
  }

  var json: JSONValue {
    .object([
      ("done", .whole(done)), ("passedOver", .whole(passedOver)), ("failed", .whole(failures.count)),
      ("seconds", .number(Clock.now - start)),
      (
        "files",
        .list(
          zip(items, outcomes).map { item, outcome in
            var fields: [(String, JSONValue)] = [
              ("input", .text(item.recording)), ("outputs", .list(item.outputs.map { .text($0) })),
              ("outcome", .text(Self.word(outcome))),
            ]
            if case .failed(let reason) = outcome { fields.append(("reason", .text(reason))) }
            return .object(fields)
          })
      ),
    ])
  }

  private static func word(_ outcome: Outcome) -> String {
    switch outcome {
    case .waiting, .running: "not done"
    case .done: "done"
    case .passedOver: "passed over"
    case .failed: "failed"
    }
  }
}
