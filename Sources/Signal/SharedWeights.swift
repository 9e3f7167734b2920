/// A matrix that is applied in many places at once, the same in each; one SIMD lane is one place.
///
/// Values lie in planes: one per channel, place p at `plane[SharedWeights.margin + p]`, zeros before the first place and behind
/// the last. A product may reach over neighbouring places (`taps` of them): a convolution along the places.
/// Build: `init`. Audio: `multiply`; about a ns per 25 multiply-adds.
public struct SharedWeights: ~Copyable {
  public let rows: Int
  public let channels: Int
  public let taps: Int
  /// Four rows at a time, column by column.
  private let weights: FloatBuffer

  /// Floats before the first place and behind the last one of a plane.
  public static var margin: Int { @_noLocks get { 8 } }
  /// Rows and vectors of places in one pass: what fits into the registers of any processor with AVX2.
  private static var block: Int { @_noLocks get { 4 } }
  private static var step: Int { @_noLocks get { 24 } }

  /// Places rounded up to whole passes.
  @_noLocks public static func lanes(for places: Int) -> Int { (places + step - 1) / step * step }

  public static func planes(channels: Int, places: Int) -> ChannelBuffer {
    ChannelBuffer(channels: channels, capacity: lanes(for: places) + 2 * margin)
  }

  /// `values`: rows × channels × taps; `taps`: odd.
  public init(rows: Int, channels: Int, taps: Int = 1, values: borrowing FloatBuffer) {
    precondition(taps % 2 == 1 && taps / 2 <= Self.margin && values.count == rows * channels * taps)
    self.rows = rows
    self.channels = channels
    self.taps = taps
    let columns = channels * taps
    weights = FloatBuffer(count: (rows + Self.block - 1) / Self.block * Self.block * columns)
    for row in 0..<rows {
      let (block, lane) = (row / Self.block, row % Self.block)
      for column in 0..<columns {
        weights[(block * columns + column) * Self.block + lane] = values[row * columns + column]
      }
    }
  }

  /// Planes `y` = A · planes `x`. What `y` holds behind the last place is of no use, and not zero.
  @_noLocks public func multiply(_ x: borrowing ChannelBuffer, places: Int, into y: borrowing ChannelBuffer) {
    var row = 0
    while row < rows {
      let block = weights.pointer + row * channels * taps
      var place = 0
      while place < places {
        multiply(block, x, at: Self.margin + place, row: row, into: y)
        place += Self.step
      }
      row += Self.block
    }
  }

  @_noLocks
  private func multiply(
    _ block: UnsafeMutablePointer<Float>, _ x: borrowing ChannelBuffer, at place: Int, row: Int,
    into y: borrowing ChannelBuffer
  ) {
    typealias Lanes = VectorMath.Lanes
    var (a0, a1, a2) = (Lanes.zero, Lanes.zero, Lanes.zero)
    var (b0, b1, b2) = (Lanes.zero, Lanes.zero, Lanes.zero)
    var (c0, c1, c2) = (Lanes.zero, Lanes.zero, Lanes.zero)
    var (d0, d1, d2) = (Lanes.zero, Lanes.zero, Lanes.zero)
    var weight = block
    var source = x[0] + (place - taps / 2)
    // One loop over channels and taps: with a loop in a loop, a single tap costs half as much again.
    let (columns, jump) = (channels * taps, x.stride - taps)
    var left = taps
    for _ in 0..<columns {
      let (x0, x1, x2) = (VectorMath.load(source), VectorMath.load(source + 8), VectorMath.load(source + 16))
      let (a, b) = (Lanes(repeating: weight[0]), Lanes(repeating: weight[1]))
      a0 = VectorMath.multiplyAdd(a0, a, x0)
      a1 = VectorMath.multiplyAdd(a1, a, x1)
      a2 = VectorMath.multiplyAdd(a2, a, x2)
      b0 = VectorMath.multiplyAdd(b0, b, x0)
      b1 = VectorMath.multiplyAdd(b1, b, x1)
      b2 = VectorMath.multiplyAdd(b2, b, x2)
      let (c, d) = (Lanes(repeating: weight[2]), Lanes(repeating: weight[3]))
      c0 = VectorMath.multiplyAdd(c0, c, x0)
      c1 = VectorMath.multiplyAdd(c1, c, x1)
      c2 = VectorMath.multiplyAdd(c2, c, x2)
      d0 = VectorMath.multiplyAdd(d0, d, x0)
      d1 = VectorMath.multiplyAdd(d1, d, x1)
      d2 = VectorMath.multiplyAdd(d2, d, x2)
      weight = weight + Self.block
      source = source + 1
      left -= 1
      if left == 0 {
        source = source + jump
        left = taps
      }
    }
    Self.store(a0, a1, a2, y[row] + place)
    if row + 1 < rows { Self.store(b0, b1, b2, y[row + 1] + place) }
    if row + 2 < rows { Self.store(c0, c1, c2, y[row + 2] + place) }
    if row + 3 < rows { Self.store(d0, d1, d2, y[row + 3] + place) }
  }

  @inline(__always) @_noLocks
  private static func store(
    _ a: VectorMath.Lanes, _ b: VectorMath.Lanes, _ c: VectorMath.Lanes, _ out: UnsafeMutablePointer<Float>
  ) {
    VectorMath.store(a, out)
    VectorMath.store(b, out + 8)
    VectorMath.store(c, out + 16)
  }
}
