import CJansson

/// A JSON file (UTF-8, with or without a byte-order mark) that the user chose, read and parsed as a whole. Build.
public struct JSONFile: ~Copyable {
  /// Lives as long as this.
  public let root: UnsafeMutablePointer<json_t>

  /// `kind`: what the file is for, as in "the loudspeaker layout". `remedy`: where it is no JSON.
  public init(_ path: String, _ kind: StaticString, remedy: String) throws(SettingFileError) {
    try self.init(bytes: try SettingFile.bytes(path, kind), named: path, kind, remedy: remedy)
  }

  /// The same of a text that is at hand. `path`: its name in messages.
  public init(
    bytes: [UInt8], named path: String, _ kind: StaticString, remedy: String
  ) throws(SettingFileError) {
    var bytes = bytes[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    var problem = json_error_t()
    guard let json = bytes.withUnsafeBufferPointer({ nf_json_load($0.baseAddress, $0.count, &problem) }) else {
      let place = "column " + SettingFileError.number(max(0, Int(problem.column)))
      throw SettingFileError(
        kind: kind, path: path, line: max(0, Int(problem.line)),
        reason: place + " is no JSON: " + withUnsafePointer(to: &problem) { String(cString: nf_json_reason($0)) },
        remedy: remedy)
    }
    root = json
  }

  deinit { nf_json_release(root) }
}
