import Signal

/// A text file of fields between commas, semicolons or tabs.
enum CSVFile {
  struct Row {
    /// From 1.
    let line: Int
    /// The first that is neither empty nor a comment: it may be a headline.
    let isFirst: Bool
    let fields: [String]
  }

  /// An hour of head motion at 200 Hz, and more.
  private static let mostBytes = 32 << 20

  /// Without empty lines and comments (#); fields without the spaces around them.
  static func rows(_ path: String) throws(Failure) -> [Row] {
    let contents = FileContents(path: path, mostBytes: mostBytes)
    if contents.isTooLarge { throw Failure(.setting, "\(path): is larger than 32 MB; write fewer lines") }
    guard contents.isRead else { throw Failure(.setting, "\(path): cannot be read; check its name and permissions") }
    let text = String(decoding: contents.bytes, as: UTF8.self)
    var rows: [Row] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let line = trimmed(index == 0 && line.first == "\u{FEFF}" ? line.dropFirst() : line)
      if line.isEmpty || line.hasPrefix("#") { continue }
      let separator: Character = line.contains("\t") ? "\t" : line.contains(";") ? ";" : ","
      let fields = line.split(separator: separator, omittingEmptySubsequences: false).map { trimmed($0) }
      rows.append(Row(line: index + 1, isFirst: rows.isEmpty, fields: fields))
    }
    return rows
  }

  static func seconds(_ text: String) -> Double? {
    guard let seconds = Double(text), seconds.isFinite, seconds >= 0 else { return nil }
    return seconds
  }

  static func failure(_ path: String, _ line: Int, _ reason: String, _ remedy: String) -> Failure {
    Failure(.setting, "\(path), line \(line): \(reason); \(remedy)")
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    var text = text[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
