import CPlatform

/// The bytes of a whole file. Build.
public struct FileContents: ~Copyable {
  /// Empty where the file could not be read.
  public let bytes: UnsafeBufferPointer<UInt8>
  public let isRead: Bool
  /// It was not read because it holds more than `mostBytes`.
  public let isTooLarge: Bool
  private let data: UnsafeMutablePointer<UInt8>?

  public init(path: String, mostBytes: Int) {
    var size = 0
    data = path.withCString { nf_read_file($0, mostBytes, &size) }
    isRead = data != nil
    isTooLarge = size > mostBytes
    bytes = UnsafeBufferPointer(start: data, count: data == nil ? 0 : size)
  }

  deinit { nf_free(data) }
}
