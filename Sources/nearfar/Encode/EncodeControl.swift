import Options
import PluginModel

/// An option of `encode` that sets a control of the encoders' plugins: help, limits and words are those of the port.
struct EncodeControl: Sendable {
  let symbol: String
  let option: OptionSpec
  /// Where it does something.
  let formats: [SourceFormat]

  /// `ports`: plugins that have it, and what they are called in the help; the first says the limits.
  init(
    _ symbol: String, _ name: String, _ placeholder: String, group: String, for formats: [SourceFormat],
    _ ports: [(prefix: String, plugin: PluginSpec)]
  ) {
    let specs = ports.compactMap { entry in entry.plugin.ports.first { "\($0.symbol)" == symbol } }
    guard let range = specs.first?.range else { preconditionFailure("no plugin has the control \(symbol)") }
    let meanings = zip(ports, specs).map { ($0.prefix.isEmpty ? "" : $0.prefix + ": ") + "\($1.comment ?? $1.name)" }
    let words = range.scalePoints.map { Self.word("\($0.label)") }
    let initial = Decimal.short(range.initial)
    let limits =
      words.isEmpty
      ? "\(Decimal.short(range.range.lowerBound)) to \(Decimal.short(range.range.upperBound)), \(initial) unless it is said."
      : ""
    self.symbol = symbol
    self.formats = formats
    option = OptionSpec(
      name, nil, words.isEmpty ? .text(placeholder) : .choice(words), group: group,
      (meanings + [limits]).filter { !$0.isEmpty }.joined(separator: " "))
  }

  /// `End-fire, front up` is `end-fire-front-up` on a command line.
  private static func word(_ label: String) -> String {
    label.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
  }
}
