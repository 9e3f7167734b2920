import CPlatform

/// A fixed matrix of half-precision weights, made for one product after the other with single-precision vectors.
///
/// Kept in blocks of 64 rows, column by column, so that a product runs through memory once and needs no horizontal sums; widened
/// on the way, so that the weights of a network stay in the processor's cache. Build: `init`. Audio: `multiply`; 256 × 256 in about 2 µs.
public struct WeightMatrix: ~Copyable {
  public let rows: Int
  public let columns: Int
  /// Floats that `multiply` writes: `rows` rounded up to whole blocks.
  public let paddedRows: Int
  private let weights: UnsafeMutablePointer<UInt16>

  private static var block: Int { @_noLocks get { 64 } }

  /// `bits`: rows × columns IEEE half-precision numbers, row by row.
  public init(rows: Int, columns: Int, bits: (Int) -> UInt16) {
    self.rows = rows
    self.columns = columns
    paddedRows = (rows + Self.block - 1) / Self.block * Self.block
    weights = .allocate(capacity: paddedRows * columns)
    weights.initialize(repeating: 0, count: paddedRows * columns)
    for row in 0..<rows {
      let (block, lane) = (row / Self.block, row % Self.block)
      for column in 0..<columns {
        weights[(block * columns + column) * Self.block + lane] = bits(row * columns + column)
      }
    }
  }

  deinit { weights.deallocate() }

  /// `y` = A·`x`; `y` holds `paddedRows` floats.
  @_noLocks public func multiply(_ x: UnsafePointer<Float>, into y: UnsafeMutablePointer<Float>) {
    for block in 0..<paddedRows / Self.block {
      multiply(block: weights + block * Self.block * columns, x, into: y + block * Self.block)
    }
  }

  @_noLocks
  private func multiply(
    block: UnsafeMutablePointer<UInt16>, _ x: UnsafePointer<Float>, into y: UnsafeMutablePointer<Float>
  ) {
    typealias Lanes = VectorMath.Lanes
    var (a0, a1, a2, a3) = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
    var (a4, a5, a6, a7) = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
    var column = block
    for index in 0..<columns {
      let value = Lanes(repeating: x[index])
      a0 = VectorMath.multiplyAdd(a0, nf_rt_widen_half(column), value)
      a1 = VectorMath.multiplyAdd(a1, nf_rt_widen_half(column + 8), value)
      a2 = VectorMath.multiplyAdd(a2, nf_rt_widen_half(column + 16), value)
      a3 = VectorMath.multiplyAdd(a3, nf_rt_widen_half(column + 24), value)
      a4 = VectorMath.multiplyAdd(a4, nf_rt_widen_half(column + 32), value)
      a5 = VectorMath.multiplyAdd(a5, nf_rt_widen_half(column + 40), value)
      a6 = VectorMath.multiplyAdd(a6, nf_rt_widen_half(column + 48), value)
      a7 = VectorMath.multiplyAdd(a7, nf_rt_widen_half(column + 56), value)
      column = column + Self.block
    }
    VectorMath.store(a0, y)
    VectorMath.store(a1, y + 8)
    VectorMath.store(a2, y + 16)
    VectorMath.store(a3, y + 24)
    VectorMath.store(a4, y + 32)
    VectorMath.store(a5, y + 40)
    VectorMath.store(a6, y + 48)
    VectorMath.store(a7, y + 56)
  }
}
