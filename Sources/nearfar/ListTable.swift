import Options

/// Rows of texts, for people and for programs.
struct ListTable {
  static let option = OptionSpec("json", nil, .none, "Print it as JSON.")

  private let columns: [String]
  private let rows: [[String]]

  init(_ columns: [String], _ rows: [[String]]) {
    self.columns = columns
    self.rows = rows
  }

  /// Columns side by side; one that would push the next too far right has a line of its own.
  var text: String {
    let widths = columns.indices.map { column in min(34, rows.map { $0[column].count }.max() ?? 0) }
    let lines = rows.map { row -> String in
      var line = ""
      for (column, cell) in row.enumerated() {
        let isLast = column == row.count - 1
        line += isLast ? cell : cell + String(repeating: " ", count: max(0, widths[column] - cell.count)) + "  "
      }
      return line
    }
    return lines.joined(separator: "\n") + "\n"
  }

  var json: JSONValue {
    .list(rows.map { row in .object(zip(columns, row).map { ($0, .text($1)) }) })
  }
}
