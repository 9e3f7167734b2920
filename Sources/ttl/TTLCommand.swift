import Foundation
import PluginModel
import Plugins

/// `ttl ROOT` writes what is made from the plugins' declarations below the project's root: `TTL/`, and the manual's tables;
/// `ttl --check ROOT` compares the files with the code instead, names those that differ, and fails.
@main
struct TTLCommand {
  static func main() throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let isCheck = arguments.first == "--check"
    if isCheck { arguments.removeFirst() }
    guard arguments.count == 1 else {
      FileHandle.standardError.write(Data("usage: ttl [--check] ROOT\n".utf8))
      exit(2)
    }
    let folder = URL(fileURLWithPath: arguments[0], isDirectory: true)
    var stale: [String] = []
    for (path, text) in files() {
      let file = folder.appendingPathComponent(path)
      if isCheck {
        if (try? String(contentsOf: file, encoding: .utf8)) != text { stale.append(path) }
      } else {
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
      }
    }
    guard stale.isEmpty else {
      print("differs from the code, run `make ttl`: \(stale.joined(separator: ", "))")
      exit(1)
    }
  }

  /// Path below the root and content of every file.
  static func files() -> [(path: String, text: String)] {
    let bundles = Dictionary(grouping: Catalogue.plugins, by: { "\($0.bundle)" })
    return bundles.sorted { $0.key < $1.key }.flatMap { bundle, plugins in
      [("TTL/\(bundle).lv2/manifest.ttl", manifest(bundle: bundle, plugins: plugins))]
        + plugins.map { ("TTL/\(bundle).lv2/\(fileName($0))", PluginDescription(spec: $0).text) }
        + (plugins.allSatisfy { $0.presets.isEmpty }
          ? []
          : [("TTL/\(bundle).lv2/\(PresetDescription.fileName)", PresetDescription(plugins: plugins).text)])
    } + [("docs/controls.md", ControlTables(plugins: Catalogue.plugins).text)]
  }

  private static func manifest(bundle: String, plugins: [PluginSpec]) -> String {
    let head = """
      @prefix lv2:  <http://lv2plug.in/ns/lv2core#> .
      @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .

      """
    return head
      + plugins.map { plugin in
        """

        <\(plugin.uri)>
        \ta lv2:Plugin ;
        \tlv2:binary <\(bundle).so> ;
        \trdfs:seeAlso <\(fileName(plugin))> .

        """
      }.joined() + PresetDescription(plugins: plugins).manifest
  }

  private static func fileName(_ plugin: PluginSpec) -> String {
    "\(plugin.uri)".split(separator: ":").last! + ".ttl"
  }
}
