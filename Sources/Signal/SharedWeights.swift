import CPlatform

/// A matrix that is applied in many places at once, the same in each; one SIMD lane is one place.
///
/// Values lie in planes: one per channel, place p at `plane[SharedWeights.margin + p]`, zeros before the first place and behind
/// the last. A product may reach over neighbouring places (`taps` of them): a convolution along the places.
/// A product rounds all planes to 1/16383 of their largest value, and the weights are rounded to at least 1/1700 of their row's
/// largest: sums of pairs of whole numbers cost half of what sums of floats cost, and are exact.
/// Build: `init`. Audio: `multiply`; about a ns per 100 multiply-adds.
public struct SharedWeights: ~Copyable {
  public let rows: Int
  public let channels: Int
  public let taps: Int
  /// Pairs of channels, tap by tap, four rows at a time; the lower half is the first channel's.
  private let weights: UnsafeMutablePointer<UInt32>
  /// What a weight of 1 stands for.
  private let scales: FloatBuffer
  /// The planes as whole numbers, two channels in one plane; their bits lie in floats.
  private let pairs: ChannelBuffer

  /// Floats before the first place and behind the last one of a plane.
  public static var margin: Int { @_noLocks get { 8 } }
  /// Rows and vectors of places in one pass: what fits into the registers of any processor with AVX2.
  private static var block: Int { @_noLocks get { 4 } }
  private static var step: Int { @_noLocks get { 16 } }

  /// Places rounded up to whole passes.
  @_noLocks public static func lanes(for places: Int) -> Int { (places + step - 1) / step * step }

  public static func planes(channels: Int, places: Int) -> ChannelBuffer {
    ChannelBuffer(channels: channels, capacity: lanes(for: places) + 2 * margin)
  }

  /// `values`: rows × channels × taps; `taps`: odd. `places`: the most of one product.
  public init(rows: Int, channels: Int, taps: Int = 1, places: Int, values: borrowing FloatBuffer) {
    precondition(taps % 2 == 1 && taps / 2 <= Self.margin && values.count == rows * channels * taps)
    self.rows = rows
    self.channels = channels
    self.taps = taps
    let paddedRows = (rows + Self.block - 1) / Self.block * Self.block
    let channelPairs = (channels + 1) / 2
    let count = channelPairs * taps * paddedRows
    weights = .allocate(capacity: count)
    weights.initialize(repeating: 0, count: count)
    scales = FloatBuffer(count: paddedRows)
    pairs = Self.planes(channels: channelPairs, places: places)
    for row in 0..<rows {
      let steps = Self.stepsPerUnit(values, row: row, columns: channels * taps)
      guard steps > 0 else { continue }
      scales[row] = 1 / steps
      let (block, lane) = (row / Self.block, row % Self.block)
      for channel in 0..<channels {
        for tap in 0..<taps {
          let weight = Int16((values[(row * channels + channel) * taps + tap] * steps).rounded())
          let column = (block * channelPairs + channel / 2) * taps + tap
          weights[column * Self.block + lane] |= UInt32(UInt16(bitPattern: weight)) << (channel % 2 == 0 ? 0 : 16)
        }
      }
    }
  }

  deinit { weights.deallocate() }

  /// As fine as 16 bits, and sums below 2³¹, allow.
  private static func stepsPerUnit(_ values: borrowing FloatBuffer, row: Int, columns: Int) -> Float {
    var (largest, sum): (Float, Float) = (0, 0)
    for index in row * columns..<(row + 1) * columns {
      largest = max(largest, abs(values[index]))
      sum += abs(values[index])
    }
    guard largest > 0 else { return 0 }
    // Rounding adds half a step per column at most.
    return min(32_767 / largest, (0x1p31 / (RoundedVector.largest + 1) - Float(columns)) / sum)
  }

  /// Planes `y` = A · planes `x`. What `y` holds behind the last place is of no use, and not zero.
  @_noLocks public func multiply(_ x: borrowing ChannelBuffer, places: Int, into y: borrowing ChannelBuffer) {
    let step = round(x, places: places)
    var row = 0
    while row < rows {
      let block = weights + row * pairs.channels * taps
      var place = 0
      while place < places {
        multiply(block, at: Self.margin + place, row: row, step, into: y)
        place += Self.step
      }
      row += Self.block
    }
  }

  /// Fills `pairs`; returns what 1 stands for.
  @_noLocks private func round(_ x: borrowing ChannelBuffer, places: Int) -> Float {
    var largestLanes = VectorMath.Lanes.zero
    for channel in 0..<channels {
      largestLanes = VectorMath.largestMagnitudes(largestLanes, x[channel] + Self.margin, count: places)
    }
    let largest = VectorMath.largest(largestLanes)
    let scale = VectorMath.Lanes(repeating: largest > RoundedVector.least ? RoundedVector.largest / largest : 0)
    for pair in 0..<pairs.channels {
      let (first, second) = (x[2 * pair], x[min(2 * pair + 1, channels - 1)])
      var place = Self.margin
      while place < Self.margin + places {
        let low = Self.bits(VectorMath.load(first + place), scale)
        // A last channel without a partner is its own; the weight there is 0.
        let high = Self.bits(VectorMath.load(second + place), scale)
        VectorMath.store(
          unsafeBitCast((low & 0xFFFF) | (high &<< 16), to: VectorMath.Lanes.self), pairs[pair] + place)
        place += 8
      }
    }
    return largest / RoundedVector.largest
  }

  @inline(__always) @_noLocks
  private static func bits(_ x: VectorMath.Lanes, _ scale: VectorMath.Lanes) -> SIMD8<UInt32> {
    unsafeBitCast(VectorMath.multiplyAdd(RoundedVector.rounding, x, scale), to: SIMD8<UInt32>.self)
  }

  @_noLocks
  private func multiply(
    _ block: UnsafePointer<UInt32>, at place: Int, row: Int, _ step: Float, into y: borrowing ChannelBuffer
  ) {
    typealias Sums = SIMD8<Int32>
    var (a0, a1, b0, b1) = (Sums.zero, Sums.zero, Sums.zero, Sums.zero)
    var (c0, c1, d0, d1) = (Sums.zero, Sums.zero, Sums.zero, Sums.zero)
    var weight = block
    var source = UnsafePointer(pairs[0] + (place - taps / 2))
    // One loop over channels and taps: with a loop in a loop, a single tap costs half as much again.
    let (columns, jump) = (pairs.channels * taps, pairs.stride - taps)
    var left = taps
    for _ in 0..<columns {
      let (x0, x1) = (Self.pair(source), Self.pair(source + 8))
      let (a, b, c, d) = (
        Self.weight(weight[0]), Self.weight(weight[1]), Self.weight(weight[2]), Self.weight(weight[3])
      )
      a0 = nf_rt_add_pair_products(a0, a, x0)
      a1 = nf_rt_add_pair_products(a1, a, x1)
      b0 = nf_rt_add_pair_products(b0, b, x0)
      b1 = nf_rt_add_pair_products(b1, b, x1)
      c0 = nf_rt_add_pair_products(c0, c, x0)
      c1 = nf_rt_add_pair_products(c1, c, x1)
      d0 = nf_rt_add_pair_products(d0, d, x0)
      d1 = nf_rt_add_pair_products(d1, d, x1)
      weight = weight + Self.block
      source = source + 1
      left -= 1
      if left == 0 {
        source = source + jump
        left = taps
      }
    }
    Self.store(a0, a1, step * scales[row], y[row] + place)
    if row + 1 < rows { Self.store(b0, b1, step * scales[row + 1], y[row + 1] + place) }
    if row + 2 < rows { Self.store(c0, c1, step * scales[row + 2], y[row + 2] + place) }
    if row + 3 < rows { Self.store(d0, d1, step * scales[row + 3], y[row + 3] + place) }
  }

  @inline(__always) @_noLocks private static func pair(_ pointer: UnsafePointer<Float>) -> SIMD16<Int16> {
    unsafeBitCast(VectorMath.load(pointer), to: SIMD16<Int16>.self)
  }

  @inline(__always) @_noLocks private static func weight(_ pair: UInt32) -> SIMD16<Int16> {
    unsafeBitCast(SIMD8<UInt32>(repeating: pair), to: SIMD16<Int16>.self)
  }

  @inline(__always) @_noLocks
  private static func store(_ a: SIMD8<Int32>, _ b: SIMD8<Int32>, _ scale: Float, _ out: UnsafeMutablePointer<Float>) {
    let scales = VectorMath.Lanes(repeating: scale)
    VectorMath.store(nf_rt_floats(a) * scales, out)
    VectorMath.store(nf_rt_floats(b) * scales, out + 8)
  }
}
