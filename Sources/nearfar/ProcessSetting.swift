import Options
import PluginModel
import Plugins
import Remix

/// What the options of `process` say of the sound: put into a rendering before it begins.
struct ProcessSetting {
  private let arguments: Arguments
  let layout: Layout
  let mix: MixSource?

  init(_ arguments: Arguments, recording: String) throws(Failure) {
    self.arguments = arguments
    layout = arguments[ProcessOptions.layout].flatMap { Layout(rawValue: $0) } ?? .binaural
    mix = try MixSource.chosen(arguments, recording: recording)
    try checkFit(ProcessOptions.sofa, [.binaural])
    try checkFit(ProcessOptions.equalization, [.binaural])
    try checkFit(ProcessOptions.speakers, [.custom])
    try checkFit(ProcessOptions.head, Layout.allCases.filter { $0.mixerSpec != nil })
    if layout == .custom && arguments[ProcessOptions.speakers] == nil {
      throw Failure(.usage, "layout custom needs to know where the loudspeakers stand: --speakers FILE.json")
    }
  }

  private func checkFit(_ option: OptionSpec, _ layouts: [Layout]) throws(Failure) {
    guard arguments.isSet(option), !layouts.contains(layout) else { return }
    let names = layouts.map(\.rawValue).joined(separator: ", ")
    throw Failure(.usage, "--\(option.name) does nothing in layout \(layout.rawValue); it is for \(names)")
  }

  /// What is worth knowing before it is rendered.
  var notes: [String] { mix?.note.map { [$0] } ?? [] }

  /// The files, from the first frame on.
  func choose(in rendering: Rendering, _ setting: borrowing BuildSetting) throws {
    var mixPath: String?
    switch mix {
    case .file(let path): mixPath = path
    case .embedded(let text, _): for plugin in rendering.plugins { try plugin.follow(text, setting) }
    case nil: break
    }
    let files = [
      ("urn:nearfar:mix", mixPath), ("urn:nearfar:hrtf", arguments[ProcessOptions.sofa]),
      ("urn:nearfar:headphone-eq", arguments[ProcessOptions.equalization]),
      ("urn:nearfar:layout", arguments[ProcessOptions.speakers]),
    ]
    for (property, path) in files {
      guard let path else { continue }
      for plugin in rendering.plugins where plugin.takes(property) {
        do {
          try plugin.choose(property, path, setting)
        } catch let error as BuildError {
          // What a plugin says behind the last semicolon is of what it goes on with; here nothing goes on.
          throw Failure(
            .setting, String(error.message[..<(error.message.lastIndex(of: ";") ?? error.message.endIndex)]))
        }
      }
    }
  }

  /// The controls; what changes with time is returned.
  func setControls(_ board: ControlBoard) throws -> Automation {
    if layout == .stereo { board.set(try board.find("output_type"), 3) }
    for name in arguments.all(ProcessOptions.preset) { try board.apply(preset: name) }
    if arguments.isSet(ProcessOptions.suggested) { try setSuggestion(board) }
    if let style = arguments[ProcessOptions.style] { try board.set("style", style, option: "--style") }
    if let amount = arguments[ProcessOptions.amount] { try board.set("remix_amount", amount, option: "--amount") }
    var automation = Automation()
    if let head = arguments[ProcessOptions.head] { try setHead(head, board, &automation) }
    for assignment in arguments.all(ProcessOptions.set) {
      let parts = assignment.split(separator: "=", maxSplits: 1).map { String($0) }
      guard parts.count == 2 else { throw Failure(.usage, "--set wants CONTROL=VALUE, not '\(assignment)'") }
      try board.set(parts[0], parts[1])
    }
    if let path = arguments[ProcessOptions.automation] { try automation.read(path, board) }
    return automation
  }

  private func setSuggestion(_ board: ControlBoard) throws {
    guard let mix = try mix?.metadata() else {
      // The sidecar of a batch may be missing.
      if arguments.isSet(ProcessOptions.metadata) { return }
      throw Failure(.usage, "--suggested needs a mix file: --metadata FILE")
    }
    if let style = mix.style { board.set(try board.find("style"), Float(style.rawValue)) }
    if let amount = mix.amount { board.set(try board.find("remix_amount"), Float(amount)) }
  }

  private func setHead(_ text: String, _ board: ControlBoard, _ automation: inout Automation) throws {
    let angles = text.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
    guard angles.count == 3, angles.allSatisfy({ Float($0) != nil }) else {
      guard FilePath.exists(text) else {
        throw Failure(.usage, "--head is yaw,pitch,roll in degrees or a CSV file; '\(text)' is neither")
      }
      return try automation.readHead(text, board)
    }
    for (symbol, angle) in zip(["head_yaw", "head_pitch", "head_roll"], angles) {
      try board.set(symbol, angle)
    }
  }
}
