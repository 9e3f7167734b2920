import CJansson

/// One object in a JSON file, most often of a list, and what messages call it. Build.
public struct JSONEntry {
  /// As long as its file does.
  public let json: UnsafeMutablePointer<json_t>
  /// As in "loudspeaker 3".
  public let name: String
  private let kind: StaticString
  private let path: String
  private let remedy: String

  /// The entry at `place`, from 0 on. `word`: what it is; `kind`, `remedy`: as of the file's errors.
  public init(
    _ list: UnsafeMutablePointer<json_t>, at place: Int, _ word: String, _ kind: StaticString, _ path: String,
    remedy: String
  ) throws(SettingFileError) {
    try self.init(
      json_array_get(list, place), word + " " + SettingFileError.number(place + 1), kind, path, remedy: remedy)
  }

  /// An object that stands alone. `name`: what messages call it.
  public init(
    _ json: UnsafeMutablePointer<json_t>?, _ name: String, _ kind: StaticString, _ path: String, remedy: String
  ) throws(SettingFileError) {
    guard let json, nf_json_is_object(json) != 0 else {
      throw SettingFileError(kind: kind, path: path, reason: name + " is no JSON object", remedy: remedy)
    }
    self.json = json
    self.name = name
    self.kind = kind
    self.path = path
    self.remedy = remedy
  }

  /// The number at `key`. `initial`: where there is none.
  public func number(
    _ key: String, _ range: ClosedRange<Double>, orElse initial: Double? = nil
  ) throws(SettingFileError) -> Double {
    guard let json = json_object_get(json, key) else {
      if let initial { return initial }
      throw error(key + " is missing")
    }
    guard nf_json_is_number(json) != 0 else { throw error(key + " is no number") }
    let value = json_number_value(json)
    guard range.contains(value) else {
      let limits = SettingFileError.number(range.lowerBound) + " to " + SettingFileError.number(range.upperBound)
      throw error(key + " is not within " + limits)
    }
    return value
  }

  private func error(_ reason: String) -> SettingFileError {
    SettingFileError(kind: kind, path: path, reason: name + ": " + reason, remedy: remedy)
  }
}
