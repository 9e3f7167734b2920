import CPlatform

/// Writes small files to where users want them. Build.
extension SettingFile {
  /// Puts `text` in the place of what is at `path`, or leaves all as it was and says why: never half a file. Whether what is there
  /// may be replaced is for the caller to know.
  public static func replace(_ path: String, _ kind: StaticString, with text: String) throws(SettingFileError) {
    let count = text.utf8.count
    guard count <= mostBytes else {
      throw SettingFileError(
        kind: kind, path: path, reason: "would be larger than 1 MB and was not written", remedy: "keep less in it")
    }
    try report(path.withCString { path in text.withCString { nf_replace_file(path, $0, count) } }, path, kind)
  }

  /// Whether new files may be made in the folder of this one.
  public static func checkFolder(of path: String, _ kind: StaticString) throws(SettingFileError) {
    try report(path.withCString { nf_check_folder($0) }, path, kind)
  }

  private static func report(_ error: Int32, _ path: String, _ kind: StaticString) throws(SettingFileError) {
    guard error != 0 else { return }
    throw SettingFileError(
      kind: kind, path: path, reason: "cannot be written (" + String(cString: nf_error_text(error)) + ")",
      remedy: remedy(error))
  }

  private static func remedy(_ error: Int32) -> String {
    if nf_error_is_permission(error) != 0 { return "choose a folder that you may write to" }
    if nf_error_is_absence(error) != 0 { return "choose a folder that exists" }
    if nf_error_is_space(error) != 0 { return "make room on the disk, or choose another one" }
    return "choose another path"
  }
}
