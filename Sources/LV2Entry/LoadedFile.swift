import CPlatform

/// What was loaded from a file, and the path as a C string for messages. Build: made and freed. Audio: reading.
struct LoadedFile: ~Copyable {
  /// Bytes of the longest path in a message, with its end: Linux opens no longer one.
  static let pathCapacity = 4096

  /// Nil while the processor owns it.
  var content: UnsafeMutableRawPointer?
  let path: UnsafeMutablePointer<CChar>

  static func make(_ content: UnsafeMutableRawPointer?, path: String) -> UnsafeMutablePointer<LoadedFile> {
    let count = path.utf8.count
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: count + 1)
    path.withCString { copy.update(from: $0, count: count + 1) }
    let file = UnsafeMutablePointer<LoadedFile>.allocate(capacity: 1)
    file.initialize(to: LoadedFile(content: content, path: copy))
    return file
  }

  private init(content: UnsafeMutableRawPointer?, path: UnsafeMutablePointer<CChar>) {
    self.content = content
    self.path = path
  }

  deinit { path.deallocate() }
}
