import SettingFiles
import Signal

/// A text file of fields between commas, semicolons or tabs, read line by line; empty lines and comments (#) are passed over.
public struct CSVFile: ~Copyable {
  public struct Row {
    /// From 1.
    public let line: Int
    /// The first that is neither empty nor a comment: it may be a headline.
    public let isFirst: Bool
    /// Without the spaces around them.
    public let fields: [String]
  }

  private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

  private let path: String
  private let kind: StaticString
  private let contents: FileContents
  private var position = 0
  private var line = 0
  private var isFirst = true

  /// An hour of head motion at 200 Hz, and more.
  private static let mostBytes = 32 << 20

  /// `kind`: what the file is for, as in "automation file".
  public init(_ path: String, _ kind: StaticString) throws(SettingFileError) {
    let contents = FileContents(path: path, mostBytes: Self.mostBytes)
    if contents.isTooLarge {
      throw SettingFileError(kind: kind, path: path, reason: "is larger than 32 MB", remedy: "write fewer lines")
    }
    guard contents.isRead else {
      throw SettingFileError(
        kind: kind, path: path, reason: "cannot be read", remedy: "check its name and permissions")
    }
    if contents.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    self.path = path
    self.kind = kind
    self.contents = contents
  }

  /// Nil at the end.
  public mutating func next() -> Row? {
    while let bytes = nextLine() {
      let text = Self.trimmed(bytes)
      if text.isEmpty || text.first == UInt8(ascii: "#") { continue }
      defer { isFirst = false }
      return Row(line: line, isFirst: isFirst, fields: Self.fields(text))
    }
    return nil
  }

  public func error(line: Int, _ reason: String, _ remedy: String) -> SettingFileError {
    SettingFileError(kind: kind, path: path, line: line, reason: reason, remedy: remedy)
  }

  /// What ends with LF, CR or both.
  private mutating func nextLine() -> Bytes? {
    let bytes = contents.bytes
    guard position < bytes.count else { return nil }
    line += 1
    let start = position
    while position < bytes.count, bytes[position] != 10, bytes[position] != 13 { position += 1 }
    let text = bytes[start..<position]
    let isPair = position + 1 < bytes.count && bytes[position] == 13 && bytes[position + 1] == 10
    position += isPair ? 2 : 1
    return text
  }

  private static func fields(_ text: Bytes) -> [String] {
    let separators = [UInt8(ascii: "\t"), UInt8(ascii: ";")]
    let separator = separators.first { text.contains($0) } ?? UInt8(ascii: ",")
    return text.split(separator: separator, omittingEmptySubsequences: false).map {
      String(decoding: trimmed($0), as: UTF8.self)
    }
  }

  /// Without spaces, tabs and other control characters at either end.
  private static func trimmed(_ text: Bytes) -> Bytes {
    var text = text
    while let first = text.first, first <= 32 { text.removeFirst() }
    while let last = text.last, last <= 32 { text.removeLast() }
    return text
  }
}
