import Glibc

/// A file that has its final name only when it is whole: it is written beside its place under a name of its own, and renamed
/// at the end. What is not finished is removed, on failures and on Ctrl-C too.
public final class OutputFile {
  public let path: String
  /// Open for reading and writing; of whoever writes, to be closed before `finish`.
  public let descriptor: Int32
  /// Where links lead to.
  private let finalPath: String
  private let temporaryPath: String
  private let slot: Int?
  private let replaces: Bool
  private var isOpen = true

  /// `replaces`: a file that is there may go.
  public init(_ path: String, replaces: Bool) throws(AudioFileError) {
    self.path = path
    self.replaces = replaces
    try Self.check(path, replaces: replaces)
    finalPath = Self.resolved(path)
    var template = Array((Self.folder(of: finalPath) + "/.nearfar-XXXXXX").utf8CString)
    (descriptor, slot) = Interruption.makeFile(&template)
    guard descriptor >= 0 else {
      throw AudioFileError(
        .output, path, "cannot be written (\(String(cString: strerror(errno))))",
        remedy: "choose another folder, or make this one writable")
    }
    temporaryPath = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // mkstemp keeps others out; a file of its user's is as the user's other files.
    let mask = umask(0)
    umask(mask)
    fchmod(descriptor, 0o666 & ~mask)
  }

  /// Before work is begun that would be in vain.
  public static func check(_ path: String, replaces: Bool) throws(AudioFileError) {
    var status = stat()
    if stat(path, &status) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR {
        throw AudioFileError(.output, path, "is a folder", remedy: "name a file in it")
      }
      if status.st_mode & S_IFMT != S_IFREG {
        throw AudioFileError(.output, path, "is no ordinary file", remedy: "name one, or - for standard output")
      }
      if !replaces {
        throw AudioFileError(.output, path, "exists", remedy: "choose another name, or say --force to replace it")
      }
      return
    }
    guard stat(folder(of: path), &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw AudioFileError(
        .output, path, "its folder does not exist", remedy: "make it: mkdir -p '\(folder(of: path))'")
    }
  }

  /// A whole text at once.
  public static func write(_ text: String, to path: String, replaces: Bool) throws(AudioFileError) {
    let output = try OutputFile(path, replaces: replaces)
    let error = Array(text.utf8).withUnsafeBytes { FileBytes.write($0, to: output.descriptor) }
    close(output.descriptor)
    guard error == 0 else {
      throw AudioFileError(
        .output, path, "cannot be written on (\(String(cString: strerror(error))))",
        remedy: "make room, or choose another disk")
    }
    try output.finish()
  }

  /// Gives the file its name.
  public func finish() throws(AudioFileError) {
    try Self.check(path, replaces: replaces)
    guard rename(temporaryPath, finalPath) == 0 else {
      throw AudioFileError(
        .output, path, "cannot be given its name (\(String(cString: strerror(errno))))", remedy: "choose another name")
    }
    isOpen = false
    Interruption.forget(slot)
  }

  deinit {
    guard isOpen else { return }
    unlink(temporaryPath)
    Interruption.forget(slot)
  }

  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
