import SettingFiles

/// A CSV file of controls over time: lines of seconds, symbol, value. What the symbols and values mean is for others to know.
public struct AutomationFile: ~Copyable {
  public struct Entry {
    /// Of the file, from 1.
    public let line: Int
    public let seconds: Double
    public let symbol, value: String
  }

  private var file: CSVFile

  public init(_ path: String) throws(SettingFileError) { file = try CSVFile(path, "automation file") }

  /// The next, in the order of the file; nil at the end.
  public mutating func next() throws(SettingFileError) -> Entry? {
    while let row = file.next() {
      guard row.fields.count == 3 else {
        throw error(line: row.line, "\(row.fields.count) fields, not 3", "write: seconds, symbol, value")
      }
      guard let seconds = Seconds(row.fields[0]) else {
        if row.isFirst { continue }
        throw error(line: row.line, "'\(row.fields[0])' is no time", "write seconds from 0 on, as 12.5")
      }
      return Entry(line: row.line, seconds: seconds.value, symbol: row.fields[1], value: row.fields[2])
    }
    return nil
  }

  public func error(line: Int, _ reason: String, _ remedy: String) -> SettingFileError {
    file.error(line: line, reason, remedy)
  }
}

/// A time from 0 on, as files write it.
struct Seconds {
  let value: Double

  init?(_ text: String) {
    guard let seconds = Double(text), seconds.isFinite, seconds >= 0 else { return nil }
    value = seconds
  }
}
