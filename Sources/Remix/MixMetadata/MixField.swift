import CJansson
import SettingFiles

/// One value of a mix file and its place there, for messages. Build.
struct MixField {
  let json: UnsafeMutablePointer<json_t>
  /// As in `dialog.equalization[2].q`, counted from 0 as JSON's tools do; empty for the whole file.
  let name: String
  let path: String

  static let kind: StaticString = "mix metadata"

  func error(_ reason: String, _ remedy: String? = nil) -> SettingFileError {
    let isRoot = name.isEmpty
    return SettingFileError(
      kind: Self.kind, path: path, reason: (isRoot ? "the whole " : "field " + name + " ") + reason,
      remedy: remedy
        ?? (isRoot ? "choose a file of the format nearfar-mix/1" : "correct it, or leave the field out"))
  }

  /// Nil where there is none. `key`: as it is written in the file.
  func member(_ key: StaticString) throws(SettingFileError) -> MixField? {
    guard nf_json_is_object(json) != 0 else { throw error("is no object { … }") }
    let word = "\(key)"
    guard let json = json_object_get(json, word) else { return nil }
    return MixField(json: json, name: name.isEmpty ? word : name + "." + word, path: path)
  }

  func required(_ key: StaticString) throws(SettingFileError) -> MixField {
    if let field = try member(key) { return field }
    throw error("lacks " + "\(key)", "add it, or leave the whole field out")
  }

  func entries(atMost most: Int) throws(SettingFileError) -> [MixField] {
    guard nf_json_is_array(json) != 0 else { throw error("is no list [ … ]") }
    let count = Int(json_array_size(json))
    guard count <= most else {
      throw error(
        "has " + SettingFileError.number(count) + " entries",
        "keep at most " + SettingFileError.number(most))
    }
    var fields: [MixField] = []
    for place in 0..<count {
      guard let entry = json_array_get(json, place) else { continue }
      fields.append(MixField(json: entry, name: name + "[" + SettingFileError.number(place) + "]", path: path))
    }
    return fields
  }

  func number(_ range: ClosedRange<Double>) throws(SettingFileError) -> Double {
    guard nf_json_is_number(json) != 0 else { throw error("is no number") }
    let value = json_number_value(json)
    guard range.contains(value) else {
      let limits = SettingFileError.number(range.lowerBound) + " to " + SettingFileError.number(range.upperBound)
      throw error("is not within " + limits)
    }
    return value
  }

  func text() throws(SettingFileError) -> String {
    guard nf_json_is_text(json) != 0, let text = json_string_value(json) else { throw error("is no text") }
    return String(cString: text)
  }

  func wholeNumber(_ range: ClosedRange<Int>) throws(SettingFileError) -> Int {
    let value = try number(Double(range.lowerBound)...Double(range.upperBound))
    guard value == value.rounded() else { throw error("is no whole number") }
    return Int(value)
  }

  /// The place of the field's text among `words`.
  func choice(_ words: [StaticString]) throws(SettingFileError) -> Int {
    guard nf_json_is_text(json) != 0 else { throw error("is no text") }
    for (place, word) in words.enumerated() where nf_json_equals(json, "\(word)") != 0 { return place }
    var list = ""
    for word in words { list += (list.isEmpty ? "" : ", ") + "\"" + "\(word)" + "\"" }
    throw error("is none of " + list)
  }
}
