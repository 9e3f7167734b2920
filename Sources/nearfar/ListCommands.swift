import Options
import PluginModel
import Plugins
import Remix

/// `nearfar layouts`, `styles`, `presets`, `controls`: what there is to choose from, out of the declarations.
enum ListCommands {
  static let layouts = CommandSpec(
    "layouts", summary: "Lists what a recording can be rendered to", options: [ListTable.option])
  static let styles = CommandSpec(
    "styles", summary: "Lists what can become of voices and place", options: [ListTable.option])
  static let presets = CommandSpec(
    "presets", summary: "Lists the plugins' presets by name", options: [ListTable.option])
  static let controls = CommandSpec(
    "controls", summary: "Lists the controls of a layout, for --set and --automation",
    operand: .init("LAYOUT", .optional, words: Layout.allCases.map(\.rawValue)), options: [ListTable.option],
    examples: [.init("controls 5.1", "what can be set when 5.1 is rendered")])

  static func run(_ command: CommandSpec, _ arguments: Arguments) {
    let table =
      switch command.name {
      case "layouts": layoutTable
      case "styles": styleTable
      case "presets": presetTable
      default: controlTable(arguments.operands.first.flatMap { Layout(rawValue: $0) } ?? .binaural)
      }
    print(arguments.isSet(ListTable.option) ? table.json.description : table.text, terminator: "")
  }

  private static var layoutTable: ListTable {
    ListTable(
      ["name", "channels", "description"], Layout.allCases.map { [$0.rawValue, "\($0.channels)", $0.summary] })
  }

  private static var styleTable: ListTable {
    ListTable(
      ["name", "value", "foa", "dialog"],
      Style.allCases.map { ["\($0.name)", "\($0.rawValue)", $0.fieldMeaning, $0.dialogMeaning] })
  }

  private static var presetTable: ListTable {
    let specs = [RemixPlugin.spec] + Catalogue.plugins.filter { spec in mixers.contains { $0 == "\(spec.uri)" } }
    return ListTable(
      ["name", "plugin", "description"],
      specs.flatMap { spec in spec.presets.map { ["\($0.symbol)", "\(spec.name)", "\($0.name)"] } })
  }

  private static var mixers: [String] { Layout.allCases.compactMap { $0.mixerSpec.map { "\($0.uri)" } } }

  private static func controlTable(_ layout: Layout) -> ListTable {
    let specs = [RemixPlugin.spec] + (layout.mixerSpec.map { [$0] } ?? [])
    var rows: [[String]] = []
    for port in specs.flatMap({ $0.ports }) where ControlBoard.isOffered(port) {
      let symbol = "\(port.symbol)"
      if rows.contains(where: { $0[0] == symbol }) { continue }
      rows.append([symbol, values(port.range!), initial(port.range!), "\(port.comment ?? port.name)"])
    }
    return ListTable(["symbol", "values", "initial", "description"], rows)
  }

  private static func values(_ range: ControlSpec) -> String {
    if range.shape == .toggled { return "off, on" }
    if !range.scalePoints.isEmpty { return range.scalePoints.map { "\($0.label)" }.joined(separator: ", ") }
    return "\(Decimal.short(range.range.lowerBound)) to \(Decimal.short(range.range.upperBound))"
  }

  private static func initial(_ range: ControlSpec) -> String {
    if range.shape == .toggled { return range.initial == 0 ? "off" : "on" }
    let point = range.scalePoints.first { $0.value == range.initial }
    return point.map { "\($0.label)" } ?? Decimal.short(range.initial)
  }
}

extension Style {
  fileprivate var fieldMeaning: String {
    switch output {
    case .recording: "the recording, bit for bit"
    case .foreground: "silence"
    case .background: voice == .framed ? "the place and the voices outside the field of view" : "the place"
    case .mix: voice == .framed ? "the place and the voices outside the field of view" : "the place, lower"
    }
  }

  fileprivate var dialogMeaning: String {
    switch output {
    case .recording, .background: "silence"
    case .foreground, .mix:
      switch voice {
      case .natural: "the voices, their room kept"
      case .close: "the voices, as from a microphone close by"
      case .framed: "the voices within the field of view"
      }
    }
  }
}
