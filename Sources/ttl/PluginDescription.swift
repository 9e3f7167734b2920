import PluginModel

/// The Turtle text that describes one plugin to hosts.
struct PluginDescription {
  let spec: PluginSpec

  var text: String {
    ([prefixes + filePrefixes + display, project] + files + groups.map(groupText) + [plugin]).joined(separator: "\n")
  }

  private var prefixes: String {
    """
    # Made from the code by `make ttl`; do not edit.
    @prefix doap:  <http://usefulinc.com/ns/doap#> .
    @prefix foaf:  <http://xmlns.com/foaf/0.1/> .
    @prefix lv2:   <http://lv2plug.in/ns/lv2core#> .
    @prefix pg:    <http://lv2plug.in/ns/ext/port-groups#> .
    @prefix pprop: <http://lv2plug.in/ns/ext/port-props#> .
    @prefix rdf:   <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
    @prefix rdfs:  <http://www.w3.org/2000/01/rdf-schema#> .
    @prefix units: <http://lv2plug.in/ns/extensions/units#> .

    """
  }

  private var filePrefixes: String {
    guard !spec.files.isEmpty else { return "" }
    return """
      @prefix atom:  <http://lv2plug.in/ns/ext/atom#> .
      \(midiPrefix)@prefix patch: <http://lv2plug.in/ns/ext/patch#> .
      @prefix rsz:   <http://lv2plug.in/ns/ext/resize-port#> .
      @prefix state: <http://lv2plug.in/ns/ext/state#> .
      @prefix urid:  <http://lv2plug.in/ns/ext/urid#> .
      @prefix work:  <http://lv2plug.in/ns/ext/worker#> .

      """
  }

  /// No package describes this extension of Ardour's.
  private var display: String {
    guard spec.hasDisplay else { return "" }
    return """
      <\(Self.inlineDisplay)interface> a lv2:ExtensionData .
      <\(Self.inlineDisplay)queue_draw> a lv2:Feature .

      """
  }

  private static var inlineDisplay: String { "http://harrisonconsoles.com/lv2/inlinedisplay#" }

  private var midiPrefix: String {
    spec.ports.contains { $0.takesMIDI } ? "@prefix midi:  <http://lv2plug.in/ns/ext/midi#> .\n" : ""
  }

  /// The files that the user may choose.
  private var files: [String] {
    spec.files.map { file in
      """
      <\(file.uri)>
      \ta lv2:Parameter ;
      \trdfs:label \(quoted(file.name)) ;
      \trdfs:comment \(quoted(file.comment)) ;
      \trdfs:range atom:Path .

      """
    }
  }

  private var project: String {
    """
    <urn:nearfar:project>
    \ta doap:Project ;
    \tdoap:name "Nearfar" ;
    \tdoap:shortdesc "Voices and place of a spatial recording: apart, balanced, rendered" ;
    \tdoap:license <https://spdx.org/licenses/GPL-3.0-or-later> ;
    \tdoap:maintainer [ a foaf:Person ; foaf:name "Nearfar" ] .

    """
  }

  /// The groups that the plugin's ports belong to, each once, in the order of the ports.
  private var groups: [PortGroup] {
    spec.ports.reduce(into: []) { groups, port in
      if let group = port.group, !groups.contains(group) { groups.append(group) }
    }
  }

  private func groupText(_ group: PortGroup) -> String {
    """
    <\(uri(of: group))>
    \ta \(group.types) ;
    \tlv2:symbol "\(group.symbol)" ;
    \tlv2:name "\(group.name)" .

    """
  }

  private func uri(of group: PortGroup) -> String { "\(spec.uri)#\(group.symbol)" }

  private var plugin: String {
    var lines = [
      "<\(spec.uri)>",
      "\ta lv2:Plugin , \(spec.type.name) , doap:Project ;",
      "\tdoap:name \(quoted(spec.name)) ;",
      "\tdoap:license <https://spdx.org/licenses/GPL-3.0-or-later> ;",
      "\tdoap:maintainer [ a foaf:Person ; foaf:name \"Nearfar\" ] ;",
      "\tlv2:project <urn:nearfar:project> ;",
      "\tlv2:minorVersion \(pluginMinorVersion) ;",
      "\tlv2:microVersion \(pluginMicroVersion) ;",
      "\tlv2:optionalFeature lv2:hardRTCapable ;",
      "\trdfs:comment \(quoted(spec.comment)) ;",
    ]
    if !spec.files.isEmpty {
      lines += [
        "\tlv2:optionalFeature urid:map , work:schedule"
          + (spec.isRestoredWhilePlaying ? " , state:threadSafeRestore ;" : " ;"),
        "\tlv2:extensionData state:interface , work:interface ;",
        "\tpatch:writable \(spec.files.map { "<\($0.uri)>" }.joined(separator: " , ")) ;",
      ]
    }
    if spec.hasDisplay {
      lines += [
        "\tlv2:optionalFeature <\(Self.inlineDisplay)queue_draw> ;",
        "\tlv2:extensionData <\(Self.inlineDisplay)interface> ;",
      ]
    }
    let inputs: [PortGroup] = [.stereoInput, .fivePointOneInput, .speakerInput, .microphoneInput]
    for group in inputs where groups.contains(group) { lines.append("\tpg:mainInput <\(uri(of: group))> ;") }
    if groups.contains(.ambisonicInput) { lines.append("\tpg:mainInput <\(uri(of: .ambisonicInput))> ;") }
    if groups.contains(.ambisonicOutput) { lines.append("\tpg:mainOutput <\(uri(of: .ambisonicOutput))> ;") }
    let outputs: [PortGroup] = [.stereoOutput, .fivePointOneOutput, .sevenPointOneOutput, .speakerOutput]
    for group in outputs where groups.contains(group) { lines.append("\tpg:mainOutput <\(uri(of: group))> ;") }
    let ports = spec.ports.indices.map {
      PortDescription(index: $0, port: spec.ports[$0], pluginURI: "\(spec.uri)").text
    }
    return lines.joined(separator: "\n") + "\n\tlv2:port " + ports.joined(separator: " , ") + " .\n"
  }
}

extension PluginSpec.Class {
  fileprivate var name: String {
    switch self {
    case .spatial: "lv2:SpatialPlugin"
    case .spectral: "lv2:SpectralPlugin"
    case .mixer: "lv2:MixerPlugin"
    }
  }
}

func quoted(_ text: StaticString) -> String {
  "\"" + "\(text)".replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
}
