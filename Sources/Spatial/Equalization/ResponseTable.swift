import SettingFiles

/// Reads a table of frequencies and levels: a measured response, whose inverse equalizes, or a ready equalization. Build.
///
/// With a header, as AutoEq's results have it, a column `equalization` is the curve itself; else `raw` less `target` (or `raw`
/// alone) is inverted. Without one, or with other names, the first column is the frequency and the second the measured level.
/// Columns are parted by semicolons, tabs, commas or spaces; decimals by points or, except among commas, by commas. Lines that
/// begin with # or * are remarks.
struct ResponseTable {
  let path: String

  private enum Separator { case semicolon, tab, comma, space }

  private struct Columns {
    var frequency = 0
    var level = 1
    var target: Int?
    var isEqualization = false
  }

  func read(_ lines: [TextLine]) throws(SettingFileError) -> [ResponsePoint] {
    let rows = lines.filter { $0.bytes.first != UInt8(ascii: "#") && $0.bytes.first != UInt8(ascii: "*") }
    guard let first = rows.first else { throw error(0, "holds remarks alone") }
    let separator = ResponseTable.separator(of: rows.count > 1 ? rows[1] : first)
    var columns = Columns()
    var start = 0
    let head = ResponseTable.cells(first, separator)
    if head.first?.number == nil {
      columns = try self.columns(head, first)
      start = 1
    }
    guard start < rows.count, ResponseTable.cells(rows[start], separator).first?.number != nil else {
      throw error(first.number, "is neither a table nor an equalizer's text")
    }
    var points: [ResponsePoint] = []
    for row in rows[start...] {
      let cells = ResponseTable.cells(row, separator)
      let hz = try value(cells, columns.frequency, row)
      var level = try value(cells, columns.level, row)
      if let target = columns.target { level -= try value(cells, target, row) }
      guard hz >= 0 && hz <= 1_000_000 && level.magnitude <= 400 else {
        throw error(row.number, "the frequency or level is out of range")
      }
      points.append(ResponsePoint(hz: hz, decibels: level))
    }
    let curve = try ResponseCurve.checked(points, rows[start].number, path)
    return columns.isEqualization ? curve.prepared(mostBoost: 12, mostCut: 24) : curve.inverted()
  }

  /// Of the first line that holds data.
  private static func separator(of line: TextLine) -> Separator {
    if line.bytes.contains(UInt8(ascii: ";")) { return .semicolon }
    let words = line.words { TextLine.isSpace($0) }
    // Numbers with decimal commas between spaces or tabs; not "20, 3.1".
    if words.count > 1 && words.allSatisfy({ $0.number != nil && $0.bytes.last != UInt8(ascii: ",") }) { return .space }
    if line.bytes.contains(UInt8(ascii: ",")) { return .comma }
    return line.bytes.contains(9) ? .tab : .space
  }

  private static func cells(_ line: TextLine, _ separator: Separator) -> [TextWord] {
    switch separator {
    case .semicolon: line.words(keepsEmpty: true) { $0 == UInt8(ascii: ";") }
    case .tab: line.words(keepsEmpty: true) { $0 == 9 }
    case .comma: line.words(keepsEmpty: true) { $0 == UInt8(ascii: ",") }
    case .space: line.words { TextLine.isSpace($0) }
    }
  }

  private func columns(_ head: [TextWord], _ line: TextLine) throws(SettingFileError) -> Columns {
    var columns = Columns()
    if let place = head.firstIndex(where: { $0.hasPrefix("freq") || $0.hasPrefix("hz") }) {
      columns.frequency = place
    } else if head.count < 2 {
      throw error(line.number, "\"" + (head.first?.text ?? "") + "\" is neither a table nor an equalizer's text")
    }
    if let place = head.firstIndex(where: {
      $0.hasPrefix("equalization") || $0.hasPrefix("equalisation") || $0.matches("gain")
    }) {
      columns.level = place
      columns.isEqualization = true
    } else {
      let raw = head.firstIndex { $0.matches("raw") } ?? head.indices.first { $0 != columns.frequency }
      guard let raw else { throw error(line.number, "has no column for levels") }
      columns.level = raw
      columns.target = head.firstIndex { $0.matches("target") }
    }
    return columns
  }

  private func value(_ cells: [TextWord], _ column: Int, _ line: TextLine) throws(SettingFileError) -> Double {
    guard column < cells.count else { throw error(line.number, "has too few columns") }
    guard let value = cells[column].number else {
      throw error(line.number, "\"" + cells[column].text + "\" is no number")
    }
    return value
  }

  private func error(_ line: Int, _ reason: String) -> SettingFileError {
    SettingFileError(
      kind: Equalization.kind, path: path, line: line, reason: reason,
      remedy: "choose a CSV file with the columns frequency and raw, or an AutoEq or Equalizer APO text")
  }
}
