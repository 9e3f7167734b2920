import Options

/// How far a file is: a bar on a terminal, lines for programs, or nothing.
final class Progress {
  enum Form: String, CaseIterable {
    case auto, bar, lines, none

    static func chosen(_ arguments: Arguments) -> Form {
      arguments[ProcessOptions.progress].flatMap { Form(rawValue: $0) } ?? .auto
    }
  }

  private let form: Form
  private let terminal: Terminal
  private let name: String
  /// Nil where it is not known.
  private let totalFrames: Int?
  private let sampleRate: Int
  private let start = Clock.now
  private var nextUpdate = 0.0

  /// `auto` is a bar on a terminal and nothing elsewhere. `sampleRate`: of the frames that are counted.
  init(_ form: Form, _ terminal: Terminal, name: String, totalFrames: Int?, sampleRate: Int) {
    self.form = form != .auto ? form : terminal.isTerminal && !terminal.isQuiet ? .bar : .none
    self.terminal = terminal
    self.name = name
    self.totalFrames = totalFrames
    self.sampleRate = sampleRate
  }

  func update(done frames: Int) {
    guard form != .none else { return }
    let now = Clock.now
    guard now >= nextUpdate else { return }
    nextUpdate = now + 0.1
    let share = totalFrames.map { Double(frames) / Double(max(1, $0)) }
    if form == .lines {
      terminal.write("progress \(Decimal.fixed(share ?? 0, 4))\n")
    } else {
      terminal.write(line(frames, share, now - start))
    }
  }

  func end() { if form == .bar { terminal.write("") } }

  private func line(_ frames: Int, _ share: Double?, _ elapsed: Double) -> String {
    let played = Double(frames) / Double(sampleRate)
    let speed = "\(Decimal.fixed(played / max(elapsed, 1e-3), 0))×"
    guard let share, share > 0 else { return "\(name)  \(Decimal.time(played))  \(speed)" }
    let left = Decimal.time(elapsed * (1 - share) / share)
    return Self.bar(
      name, share, "\(Decimal.fixed(100 * share, 0)) %  \(speed)  \(left) left", columns: terminal.columns)
  }

  /// `walk.wav  ━━━━━━────  60 %  80×  0:12.3 left`
  static func bar(_ name: String, _ share: Double, _ tail: String, columns: Int) -> String {
    let name = String(name.suffix(max(8, columns / 3)))
    let width = max(0, min(40, columns - name.count - tail.count - 5))
    let full = Int(Double(width) * max(0, min(share, 1)))
    return name + "  " + String(repeating: "━", count: full) + String(repeating: "─", count: width - full) + "  " + tail
  }
}
