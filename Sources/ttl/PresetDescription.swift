import PluginModel

/// The Turtle text of a bundle's presets, and what the manifest says of them.
struct PresetDescription {
  let plugins: [PluginSpec]

  static let fileName = "presets.ttl"

  var manifest: String {
    guard plugins.contains(where: { !$0.presets.isEmpty }) else { return "" }
    let entries = each { plugin, preset in
      """

      <\(uri(plugin, preset))>
      \ta pset:Preset ;
      \tlv2:appliesTo <\(plugin.uri)> ;
      \trdfs:label \(quoted(preset.name)) ;
      \trdfs:seeAlso <\(Self.fileName)> .

      """
    }
    return "\n@prefix pset: <http://lv2plug.in/ns/ext/presets#> .\n" + entries
  }

  var text: String {
    let head = """
      # Made from the code by `make ttl`; do not edit.
      @prefix lv2:  <http://lv2plug.in/ns/lv2core#> .
      @prefix pset: <http://lv2plug.in/ns/ext/presets#> .
      @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .

      """
    return head
      + each { plugin, preset in
        """

        <\(uri(plugin, preset))>
        \ta pset:Preset ;
        \tlv2:appliesTo <\(plugin.uri)> ;
        \trdfs:label \(quoted(preset.name)) ;
        \tlv2:port \(values(plugin, preset).map { "[ lv2:symbol \"\($0)\" ; pset:value \($1) ]" }.joined(separator: " ,\n\t\t")) .

        """
      }
  }

  private func each(_ text: (PluginSpec, Preset) -> String) -> String {
    plugins.map { plugin in plugin.presets.map { text(plugin, $0) }.joined() }.joined()
  }

  private func uri(_ plugin: PluginSpec, _ preset: Preset) -> String { "\(plugin.uri)#preset-\(preset.symbol)" }

  /// Symbol and value of every control that presets set.
  private func values(_ plugin: PluginSpec, _ preset: Preset) -> [(String, Float)] {
    plugin.presetPorts.map { port in
      let chosen = preset.values.first { "\($0.port)" == "\(port.symbol)" }
      return ("\(port.symbol)", chosen?.value ?? port.range!.initial)
    }
  }
}

extension PluginSpec {
  /// The controls that presets set: all but the head's, `enabled`, and those that are in none.
  fileprivate var presetPorts: [PortSpec] {
    ports.filter { $0.range != nil && $0.isInput && $0.group != .head && $0.designation == nil && $0.isInPresets }
  }
}
