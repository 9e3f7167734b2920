import SettingFiles

extension SettingFile {
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
