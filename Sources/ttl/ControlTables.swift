import PluginModel

/// The manual's tables of controls and meters, in Markdown.
struct ControlTables {
  let plugins: [PluginSpec]

  var text: String {
    let head = """
      # Controls

      Made from the code by `make ttl`; do not edit. What the controls are for is in the [manual](manual.md).

      """
    return head + plugins.map(section).joined()
  }

  private func section(_ plugin: PluginSpec) -> String {
    let rows = plugin.ports.compactMap { port in port.range.map { row(port, $0) } }
    return """

      ## \(plugin.name)

      `\(plugin.uri)`. \(plugin.comment)

      | symbol | name | range | default | meaning |
      | --- | --- | --- | --- | --- |
      \(rows.joined(separator: "\n"))

      """
  }

  private func row(_ port: PortSpec, _ control: ControlSpec) -> String {
    let initial = port.isInput ? value(control.initial, control) : "(meter)"
    return
      "| `\(port.symbol)` | \(port.name) | \(range(control)) | \(initial) | \(port.comment.map { "\($0)" } ?? "") |"
  }

  private func range(_ control: ControlSpec) -> String {
    switch control.shape {
    case .toggled, .trigger: "off, on"
    case .enumeration: control.scalePoints.map { "\(Int($0.value)) \($0.label)" }.joined(separator: "<br>")
    case .continuous, .logarithmic, .integer:
      "\(number(control.range.lowerBound))…\(number(control.range.upperBound))\(unit(control))"
    }
  }

  private func value(_ value: Float, _ control: ControlSpec) -> String {
    switch control.shape {
    case .toggled, .trigger: value >= 0.5 ? "on" : "off"
    case .enumeration: control.scalePoints.first { $0.value == value }.map { "\($0.label)" } ?? number(value)
    case .continuous, .logarithmic, .integer: number(value) + unit(control)
    }
  }

  private func number(_ value: Float) -> String {
    value == value.rounded() ? "\(Int(value))" : "\(value)"
  }

  private func unit(_ control: ControlSpec) -> String {
    switch control.unit {
    case .none: ""
    case .degrees: "°"
    case .decibels: " dB"
    case .frames: " frames"
    case .metres: " m"
    case .millimetres: " mm"
    case .hertz: " Hz"
    }
  }
}
