import CPlatform

/// A fixed matrix of 8-bit weights with a scale per row, made for one product after the other with single-precision vectors.
///
/// A product rounds the vector to 1/16383 of its largest value; its sums are of whole numbers and exact. So it costs no more than
/// to read the weights once, which is why they are small: those of a network stay in the processor's cache.
/// Kept in blocks of 64 rows, two columns at a time, so that a product runs through memory once and needs no horizontal sums.
/// Build: `init`. Audio: `multiply`; 256 × 256 in about 1 µs.
public struct WeightMatrix: ~Copyable {
  public let rows: Int
  public let columns: Int
  /// Floats that `multiply` writes: `rows` rounded up to whole blocks.
  public let paddedRows: Int
  private let weights: UnsafeMutablePointer<Int8>
  /// What a weight of 1 stands for.
  private let scales: FloatBuffer
  private let rounded: RoundedVector

  private static var block: Int { @_noLocks get { 64 } }

  /// `scales`: what a weight of 1 stands for in each row; `weight`: of rows × columns, row by row.
  public init(rows: Int, columns: Int, scales: borrowing FloatBuffer, weight: (Int) -> Int8) {
    // Sums stay below 2³¹.
    precondition(columns <= 1024 && scales.count == rows)
    self.rows = rows
    self.columns = columns
    paddedRows = (rows + Self.block - 1) / Self.block * Self.block
    let paddedColumns = (columns + 1) / 2 * 2
    weights = .allocate(capacity: paddedRows * paddedColumns)
    weights.initialize(repeating: 0, count: paddedRows * paddedColumns)
    self.scales = FloatBuffer(count: paddedRows)
    rounded = RoundedVector(count: columns)
    for row in 0..<rows {
      self.scales[row] = scales[row]
      let (block, lane) = (row / Self.block, row % Self.block)
      for column in 0..<columns {
        let place = block * paddedColumns * Self.block + (column / 2 * Self.block + lane) * 2 + column % 2
        weights[place] = weight(row * columns + column)
      }
    }
  }

  deinit { weights.deallocate() }

  /// `y` = A·`x`; `y` holds `paddedRows` floats.
  @_noLocks public func multiply(_ x: UnsafePointer<Float>, into y: UnsafeMutablePointer<Float>) {
    let step = rounded.round(x)
    let stride = Self.block * rounded.paddedCount
    for block in 0..<paddedRows / Self.block {
      multiply(block: weights + block * stride, step, scales.pointer + block * Self.block, into: y + block * Self.block)
    }
  }

  @_noLocks
  private func multiply(
    block: UnsafeMutablePointer<Int8>, _ step: Float, _ scales: UnsafePointer<Float>,
    into y: UnsafeMutablePointer<Float>
  ) {
    typealias Sums = SIMD8<Int32>
    var (a0, a1, a2, a3) = (Sums.zero, Sums.zero, Sums.zero, Sums.zero)
    var (a4, a5, a6, a7) = (Sums.zero, Sums.zero, Sums.zero, Sums.zero)
    var column = block
    for pair in 0..<rounded.paddedCount / 2 {
      let value = rounded.pair(pair)
      a0 = nf_rt_add_pair_products(a0, nf_rt_widen_bytes(column), value)
      a1 = nf_rt_add_pair_products(a1, nf_rt_widen_bytes(column + 16), value)
      a2 = nf_rt_add_pair_products(a2, nf_rt_widen_bytes(column + 32), value)
      a3 = nf_rt_add_pair_products(a3, nf_rt_widen_bytes(column + 48), value)
      a4 = nf_rt_add_pair_products(a4, nf_rt_widen_bytes(column + 64), value)
      a5 = nf_rt_add_pair_products(a5, nf_rt_widen_bytes(column + 80), value)
      a6 = nf_rt_add_pair_products(a6, nf_rt_widen_bytes(column + 96), value)
      a7 = nf_rt_add_pair_products(a7, nf_rt_widen_bytes(column + 112), value)
      column = column + 2 * Self.block
    }
    Self.store(a0, step, scales, y)
    Self.store(a1, step, scales + 8, y + 8)
    Self.store(a2, step, scales + 16, y + 16)
    Self.store(a3, step, scales + 24, y + 24)
    Self.store(a4, step, scales + 32, y + 32)
    Self.store(a5, step, scales + 40, y + 40)
    Self.store(a6, step, scales + 48, y + 48)
    Self.store(a7, step, scales + 56, y + 56)
  }

  @inline(__always) @_noLocks
  private static func store(
    _ sums: SIMD8<Int32>, _ step: Float, _ scales: UnsafePointer<Float>, _ y: UnsafeMutablePointer<Float>
  ) {
    VectorMath.store(nf_rt_floats(sums) * (VectorMath.load(scales) * step), y)
  }
}
