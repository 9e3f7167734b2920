import CPlatform
import Signal

/// Small files that users choose. Build.
public enum SettingFile {
  /// What is at a path.
  public enum Form { case none, file, folder, other }

  static let mostBytes = 1 << 20

  /// All of it. Folders, devices, and files that are too large or empty are refused before they are read.
  public static func bytes(_ path: String, _ kind: StaticString) throws(SettingFileError) -> [UInt8] {
    func error(_ reason: String, _ remedy: String) -> SettingFileError {
      SettingFileError(kind: kind, path: path, line: 0, reason: reason, remedy: remedy)
    }
    switch form(path) {
    case .none: throw error("cannot be found", "check the path and the folder's permissions")
    case .file: break
    case .folder: throw error("is a folder", "choose a file in it")
    case .other: throw error("is no ordinary file", "choose a text file")
    }
    let contents = FileContents(path: path, mostBytes: mostBytes)
    if contents.isTooLarge { throw error("is larger than 1 MB", "choose a file that holds one setting") }
    guard contents.isRead else { throw error("cannot be read", "check its permissions") }
    guard contents.bytes.count > 0 else { throw error("is empty", "download or copy it again") }
    return [UInt8](contents.bytes)
  }

  public static func form(_ path: String) -> Form {
    switch path.withCString({ nf_file_form($0) }) {
    case 0: .none
    case 1: .file
    case 2: .folder
    default: .other
    }
  }

  /// Of an ordinary file that can be read.
  public static func isEmpty(_ path: String) -> Bool {
    guard form(path) == .file else { return false }
    let contents = FileContents(path: path, mostBytes: 0)
    return contents.isRead && !contents.isTooLarge
  }
}
