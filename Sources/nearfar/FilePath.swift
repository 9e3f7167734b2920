import Glibc

/// Parts of the names of files.
enum FilePath {
  static func name(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }

  /// The end of the name, without its dot; nil where it has none.
  static func ending(_ path: String) -> String? {
    let name = name(path)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    return String(name[name.index(after: dot)...])
  }

  static func withoutEnding(_ path: String) -> String {
    ending(path).map { String(path.dropLast($0.count + 1)) } ?? path
  }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Whether both are one file.
  static func areSame(_ one: String, _ other: String) -> Bool {
    var (a, b) = (stat(), stat())
    return stat(one, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino
  }
}
