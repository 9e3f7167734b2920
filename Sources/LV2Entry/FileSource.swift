/// Where a content comes from, as sessions keep it.
enum FileSource {
  case path(String)
  /// The content itself, from no file.
  case text(String)

  var path: String? { if case .path(let path) = self { path } else { nil } }
  var text: String? { if case .text(let text) = self { text } else { nil } }
  var isPath: Bool { path != nil }
}
