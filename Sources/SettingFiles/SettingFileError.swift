/// Why a file that the user chose cannot be used: file, line, reason and remedy, for the user to read. Build.
public struct SettingFileError: Error {
  /// What the file is for, as in "the equalization file".
  let kind: StaticString
  public let path: String
  /// Counted from 1; 0 where it is about the whole file.
  public let line: Int
  public let reason: String
  let remedy: String

  public var message: String {
    let place = line > 0 ? ", line " + SettingFileError.number(line) : ""
    return "the " + "\(kind)" + " " + path + place + ": " + reason + "; " + remedy
  }

  public init(kind: StaticString, path: String, line: Int = 0, reason: String, remedy: String) {
    self.kind = kind
    self.path = path
    self.line = line
    self.reason = reason
    self.remedy = remedy
  }

  public static func number(_ value: Int) -> String { "\(value)" }

  /// With one decimal where it has any.
  public static func number(_ value: Double) -> String {
    guard value.magnitude < 1e9 else { return value < 0 ? "a huge negative number" : "a huge number" }
    let tenths = Int((value.magnitude * 10).rounded())
    let sign = value < 0 && tenths > 0 ? "-" : ""
    return sign + number(tenths / 10) + (tenths % 10 == 0 ? "" : "." + number(tenths % 10))
  }
}
