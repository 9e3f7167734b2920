import PluginModel

/// The blank node that describes one port.
struct PortDescription {
  let index: Int
  let port: PortSpec
  let pluginURI: String

  var text: String {
    var lines = [
      "a \(types)",
      "lv2:index \(index)",
      "lv2:symbol \"\(port.symbol)\"",
      "lv2:name \(quoted(port.name))",
    ]
    if let designation = port.designation { lines.append("lv2:designation <\(designation)>") }
    if let group = port.group { lines.append("pg:group <\(pluginURI)#\(group.symbol)>") }
    if let comment = port.comment { lines.append("rdfs:comment \(quoted(comment))") }
    if port.isMessage {
      lines += [
        "atom:bufferType atom:Sequence",
        "atom:supports patch:Message" + (port.takesMIDI ? " , midi:MidiEvent" : ""),
        "lv2:portProperty lv2:connectionOptional", "rsz:minimumSize 8192",
      ]
    }
    if let range = port.range { lines += self.lines(for: range) }
    return "[\n" + lines.map { "\t\t\($0) ;\n" }.joined() + "\t]"
  }

  private var types: String {
    let direction = port.isInput ? "lv2:InputPort" : "lv2:OutputPort"
    if port.isMessage { return direction + " , atom:AtomPort" }
    return direction + (port.isAudio ? " , lv2:AudioPort" : " , lv2:ControlPort")
  }

  private func lines(for control: ControlSpec) -> [String] {
    var lines = [
      "lv2:minimum \(number(control.range.lowerBound, control))",
      "lv2:maximum \(number(control.range.upperBound, control))",
    ]
    if port.isInput { lines.insert("lv2:default \(number(control.initial, control))", at: 0) }
    if let unit = control.unit.name { lines.append("units:unit \(unit)") }
    if let property = control.shape.properties { lines.append("lv2:portProperty \(property)") }
    lines += control.scalePoints.map {
      "lv2:scalePoint [ rdfs:label \(quoted($0.label)) ; rdf:value \(number($0.value, control)) ]"
    }
    return lines
  }

  /// Whole numbers for what counts, decimals for the rest.
  private func number(_ value: Float, _ control: ControlSpec) -> String {
    switch control.shape {
    case .toggled, .trigger, .integer, .enumeration: "\(Int(value))"
    case .continuous, .logarithmic: "\(value)"
    }
  }
}

extension ControlSpec.Unit {
  fileprivate var name: String? {
    switch self {
    case .none: nil
    case .degrees: "units:degree"
    case .decibels: "units:db"
    case .frames: "units:frame"
    case .metres: "units:m"
    case .millimetres: "units:mm"
    case .hertz: "units:hz"
    }
  }
}

extension ControlSpec.Shape {
  fileprivate var properties: String? {
    switch self {
    case .continuous: nil
    case .logarithmic: "pprop:logarithmic"
    case .toggled: "lv2:toggled"
    case .trigger: "lv2:toggled , pprop:trigger"
    case .integer: "lv2:integer"
    case .enumeration: "lv2:integer , lv2:enumeration"
    }
  }
}
