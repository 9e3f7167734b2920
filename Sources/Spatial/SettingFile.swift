import CPlatform
import Signal

/// Reads small files that users choose. Build.
enum SettingFile {
  static let mostBytes = 1 << 20

  /// All of it. Folders, devices, and files that are too large or empty are refused before they are read.
  static func bytes(_ path: String, _ kind: StaticString) throws(SettingFileError) -> [UInt8] {
    func error(_ reason: String, _ remedy: String) -> SettingFileError {
      SettingFileError(kind: kind, path: path, line: 0, reason: reason, remedy: remedy)
    }
    switch path.withCString({ nf_file_form($0) }) {
    case 0: throw error("cannot be found", "check the path and the folder's permissions")
    case 1: break
    case 2: throw error("is a folder", "choose a file in it")
    default: throw error("is no ordinary file", "choose a text file")
    }
    let contents = FileContents(path: path, mostBytes: mostBytes)
    if contents.isTooLarge { throw error("is larger than 1 MB", "choose a file that holds one setting") }
    guard contents.isRead else { throw error("cannot be read", "check its permissions") }
    guard contents.bytes.count > 0 else { throw error("is empty", "download or copy it again") }
    return [UInt8](contents.bytes)
  }

  /// The lines that are not blank, whatever ends them, without a byte-order mark.
  static func lines(_ path: String, _ kind: StaticString) throws(SettingFileError) -> [TextLine] {
    let all = try bytes(path, kind)
    let hasMark = all.count >= 3 && all[0] == 0xEF && all[1] == 0xBB && all[2] == 0xBF
    var lines: [TextLine] = []
    var (start, number) = (hasMark ? 3 : 0, 1)
    for place in start...all.count {
      let isEnd = place == all.count
      if !isEnd {
        let byte = all[place]
        if byte < 32 && byte != 9 && byte != 10 && byte != 13 || byte == 127 {
          throw SettingFileError(
            kind: kind, path: path, line: number, reason: "is no text",
            remedy: "choose a text or CSV file (UTF-8 or ASCII)")
        }
        if byte != 10 && byte != 13 { continue }
      }
      let line = TextLine.trimmed(all[start..<place])
      if !line.isEmpty { lines.append(TextLine(number: number, bytes: line)) }
      start = place + 1
      // CR LF ends one line.
      let isFirstOfTwo = !isEnd && all[place] == 13 && place + 1 < all.count && all[place + 1] == 10
      if !isFirstOfTwo { number += 1 }
    }
    return lines
  }
}
