import Signal

/// Why a file of weights cannot be used: which, why, and what to do.
public struct WeightsError: Error {
  public let message: String

  init(_ path: String, _ reason: String) {
    message = path + ": " + reason + "; install the plugin again. The simpler estimator without a network is used"
  }
}

/// The weights of the mask network as they lie in a file. The layout is described in `Training/README.md`. Build.
struct MaskNetworkFile: ~Copyable {
  let path: String
  private let contents: FileContents
  private var position = 8

  private static var magic: StaticString { "NFARMASK" }
  private static var mostBytes: Int { 2 << 20 }
  /// Far beyond what is trained, and so small that no sum of the network is infinite.
  private static var largest: Float { 1e6 }
  private static var noNumbers: String { "holds weights that make no sense" }

  /// Reads the whole file and checks that nothing in it was damaged.
  init(path: String) throws(WeightsError) {
    let contents = FileContents(path: path, mostBytes: Self.mostBytes)
    guard contents.isRead else {
      throw WeightsError(path, contents.isTooLarge ? "is larger than any file of weights" : "cannot be read")
    }
    let bytes = contents.bytes
    guard
      bytes.count > 12,
      Self.magic.withUTF8Buffer({ magic in magic.indices.allSatisfy { magic[$0] == bytes[$0] } })
    else { throw WeightsError(path, "is not a file of weights") }
    guard Self.checksum(bytes.dropLast(4)) == Self.load(bytes, bytes.count - 4) else {
      throw WeightsError(path, "is damaged (its checksum does not fit)")
    }
    self.path = path
    self.contents = contents
  }

  mutating func integer() throws(WeightsError) -> Int {
    let start = try take(4)
    return Int(Self.load(contents.bytes, start))
  }

  mutating func real() throws(WeightsError) -> Float {
    let start = try take(4)
    return Float(bitPattern: Self.load(contents.bytes, start))
  }

  /// All within `largest`.
  mutating func reals(_ count: Int) throws(WeightsError) -> FloatBuffer {
    let start = try take(4 * count)
    let values = FloatBuffer(count: count)
    var isSane = true
    for index in 0..<count {
      values[index] = Float(bitPattern: Self.load(contents.bytes, start + 4 * index))
      isSane = isSane && values[index].magnitude <= Self.largest
    }
    guard isSane else { throw WeightsError(path, Self.noNumbers) }
    return values
  }

  mutating func matrix(rows: Int, columns: Int) throws(WeightsError) -> WeightMatrix {
    let scales = try reals(rows)
    let start = try take(rows * columns)
    let bytes = contents.bytes
    return WeightMatrix(rows: rows, columns: columns, scales: scales) { Int8(bitPattern: bytes[start + $0]) }
  }

  mutating func skip(_ count: Int) throws(WeightsError) { _ = try take(count) }

  /// Where the next `count` bytes start.
  private mutating func take(_ count: Int) throws(WeightsError) -> Int {
    guard count >= 0 && position + count <= contents.bytes.count - 4 else { throw WeightsError(path, "is too short") }
    defer { position += count }
    return position
  }

  private static func load(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(bytes[start + $1]) << UInt32(8 * $1) }
  }

  /// CRC-32 of IEEE 802.3, reflected.
  private static func checksum(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> UInt32 {
    var table = InlineArray<256, UInt32>(repeating: 0)
    for index in 0..<256 {
      var value = UInt32(index)
      for _ in 0..<8 { value = value & 1 == 0 ? value >> 1 : 0xEDB8_8320 ^ value >> 1 }
      table[index] = value
    }
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes { sum = table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ sum >> 8 }
    return ~sum
  }
}
