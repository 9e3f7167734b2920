import CPlatform

/// The filters of a `PartitionedConvolver` in the two forms that it reads, twice: one set sounds, the other can be made
/// meanwhile. Build: `init`, `store`. Audio: the rest.
///
/// The tail works on four inputs and two outputs at once, packed into complex signals: c = x₀ + i·x₁ and the same of x₂, x₃;
/// o = left + i·right. With G₀ and G₁ the transforms of (left + i·right) filters of x₀ and x₁, C that of c and * the conjugate
/// of the mirrored bin, x₀ = (C + C*)/2 and x₁ = (C − C*)/2i, so that
///   O = A·C + B·C*,  A = (G₀ − i·G₁)/2,  B = (G₀ + i·G₁)/2:
/// as many products as with separate real signals, and no separation.
struct PartitionedConvolverFilters: ~Copyable {
  let inputs: Int
  private let groups: Int
  private let pairs: Int
  let partitionFrames: Int
  let tailPartitions: Int
  let rows: Int
  /// set × pair × input × tap × 2 outputs.
  private let heads: FloatBuffer
  /// set × pair × partition × group × row × (A real, A imaginary, B real, B imaginary) × 8 lanes.
  private let tails: FloatBuffer

  init(inputs: Int, pairs: Int, partitionFrames: Int, tailPartitions: Int) {
    self.inputs = inputs
    self.pairs = pairs
    self.partitionFrames = partitionFrames
    self.tailPartitions = tailPartitions
    groups = (inputs + 3) / 4
    rows = partitionFrames / 2
    heads = FloatBuffer(count: 2 * pairs * inputs * partitionFrames * 2)
    tails = FloatBuffer(count: 2 * pairs * tailPartitions * groups * rows * 32)
  }

  @_noLocks func head(set: Int, pair: Int) -> UnsafeMutablePointer<Float> {
    heads.pointer + (set * pairs + pair) * inputs * partitionFrames * 2
  }

  @_noLocks func tail(set: Int, pair: Int) -> UnsafeMutablePointer<Float> {
    tails.pointer + (set * pairs + pair) * tailPartitions * groups * rows * 32
  }

  /// Audio. Takes channel `input · outputs + output` of `responses`; taps from `frames` on are zero.
  @_noLocks func store(
    _ responses: borrowing ChannelBuffer, frames: Int, outputs: Int, set: Int, _ transform: borrowing QuadTransform,
    _ scratch: borrowing ConvolverScratch
  ) {
    precondition(responses.channels == inputs * outputs && frames <= responses.capacity)
    for pair in 0..<pairs {
      for input in 0..<inputs {
        let taps = head(set: set, pair: pair) + input * 2 * partitionFrames
        for side in 0..<2 {
          let (output, length) = (2 * pair + side, min(frames, partitionFrames))
          for tap in 0..<partitionFrames {
            taps[2 * tap + side] = output < outputs && tap < length ? responses[input * outputs + output][tap] : 0
          }
        }
      }
      for partition in 0..<tailPartitions {
        for group in 0..<groups {
          cut(responses, frames: frames, outputs: outputs, partition, group, pair, into: scratch)
          scratch.transform(with: transform)
          pack(scratch.spectra, into: tail(set: set, pair: pair) + (partition * groups + group) * rows * 32)
        }
      }
    }
  }

  /// Left and right of four inputs in one partition.
  @_noLocks private func cut(
    _ responses: borrowing ChannelBuffer, frames: Int, outputs: Int, _ partition: Int, _ group: Int, _ pair: Int,
    into scratch: borrowing ConvolverScratch
  ) {
    let start = (partition + 1) * partitionFrames
    let length = max(0, min(partitionFrames, frames - start))
    for part in 0..<8 {
      let (input, output) = (4 * group + part / 2, 2 * pair + part % 2)
      let count = input < inputs && output < outputs ? length : 0
      let target = scratch.parts[part]
      if count > 0 {
        nf_rt_copy(target, responses[input * outputs + output] + start, count * MemoryLayout<Float>.stride)
      }
      nf_rt_clear(target + count, (partitionFrames - count) * MemoryLayout<Float>.stride)
    }
  }

  /// A and B from G₀ and G₁, with the scale of the transform there and back.
  @_noLocks func pack(_ spectra: borrowing ChannelBuffer, into target: UnsafeMutablePointer<Float>) {
    let scale = VectorMath.Lanes(repeating: 0.5 / Float(2 * partitionFrames))
    for row in 0..<rows {
      let (place, target) = (8 * row, target + 32 * row)
      let (g0r, g0i) = (VectorMath.load(spectra[0] + place), VectorMath.load(spectra[1] + place))
      let (g1r, g1i) = (VectorMath.load(spectra[2] + place), VectorMath.load(spectra[3] + place))
      VectorMath.store(scale * (g0r + g1i), target)
      VectorMath.store(scale * (g0i - g1r), target + 8)
      VectorMath.store(scale * (g0r - g1i), target + 16)
      VectorMath.store(scale * (g0i + g1r), target + 24)
    }
  }

  /// Audio. Both sets become zero.
  @_noLocks func clear() {
    heads.clear()
    tails.clear()
  }

  /// Audio. Σ over partitions and groups of A·C + B·C*, for one pair of outputs.
  ///
  /// `windows`: `tailPartitions` × groups of `rows` real and `rows` imaginary vectors, the last window first.
  @_noLocks
  func multiply(
    _ windows: UnsafePointer<Float>, set: Int, pair: Int,
    into re: UnsafeMutablePointer<Float>, _ im: UnsafeMutablePointer<Float>
  ) {
    let filters = UnsafePointer(tail(set: set, pair: pair))
    let count = tailPartitions * groups
    sum(windows, filters, isFirstRow: true, count).store(re, im)
    sum(windows + 8, filters + 32, isFirstRow: false, count).store(re + 8, im + 8)
    // In bit-reversed order the mirrors of the rows from one power of two to the next run backwards among themselves.
    var first = 2
    while first < rows {
      for step in 0..<(first / 2) {
        let (row, mirror) = (first + step, 2 * first - 1 - step)
        let (sums, others) = sumPair(
          windows + 8 * row, windows + 8 * mirror, filters + 32 * row, filters + 32 * mirror, count)
        sums.store(re + 8 * row, im + 8 * row)
        others.store(re + 8 * mirror, im + 8 * mirror)
      }
      first *= 2
    }
  }

  /// One row of all windows that is its own mirror.
  @_noLocks @inline(__always)
  private func sum(
    _ windows: UnsafePointer<Float>, _ filters: UnsafePointer<Float>, isFirstRow: Bool, _ count: Int
  ) -> Sums {
    var (sums, window, filter) = (Sums(), windows, filters)
    for _ in 0..<count {
      let (re, im) = (VectorMath.load(window), VectorMath.load(window + 8 * rows))
      sums.add(
        re, im, QuadTransform.mirrored(re, isFirstRow: isFirstRow), QuadTransform.mirrored(im, isFirstRow: isFirstRow),
        filter)
      window += 16 * rows
      filter += 32 * rows
    }
    return sums
  }

  /// One row of all windows and its mirror.
  @_noLocks @inline(__always)
  private func sumPair(
    _ windows: UnsafePointer<Float>, _ mirrored: UnsafePointer<Float>, _ filters: UnsafePointer<Float>,
    _ mirroredFilters: UnsafePointer<Float>, _ count: Int
  ) -> (Sums, Sums) {
    var (sums, window, filter) = (Sums(), windows, filters)
    var (others, otherWindow, otherFilter) = (Sums(), mirrored, mirroredFilters)
    let (imaginary, nextWindow, nextFilter) = (8 * rows, 16 * rows, 32 * rows)
    for _ in 0..<count {
      let (re, im) = (VectorMath.load(window), VectorMath.load(window + imaginary))
      let (otherRe, otherIm) = (VectorMath.load(otherWindow), VectorMath.load(otherWindow + imaginary))
      sums.add(
        re, im, QuadTransform.mirrored(otherRe, isFirstRow: false), QuadTransform.mirrored(otherIm, isFirstRow: false),
        filter)
      others.add(
        otherRe, otherIm, QuadTransform.mirrored(re, isFirstRow: false), QuadTransform.mirrored(im, isFirstRow: false),
        otherFilter)
      window += nextWindow
      otherWindow += nextWindow
      filter += nextFilter
      otherFilter += nextFilter
    }
    return (sums, others)
  }

  /// A·C and B·C* of one row, summed apart: two short chains of additions.
  private struct Sums {
    var (re, im) = (VectorMath.Lanes.zero, VectorMath.Lanes.zero)
    var (otherRe, otherIm) = (VectorMath.Lanes.zero, VectorMath.Lanes.zero)

    /// `filter`: A real, A imaginary, B real, B imaginary.
    @_noLocks @inline(__always)
    mutating func add(
      _ cr: VectorMath.Lanes, _ ci: VectorMath.Lanes, _ mr: VectorMath.Lanes, _ mi: VectorMath.Lanes,
      _ filter: UnsafePointer<Float>
    ) {
      let (ar, ai) = (VectorMath.load(filter), VectorMath.load(filter + 8))
      let (br, bi) = (VectorMath.load(filter + 16), VectorMath.load(filter + 24))
      re = VectorMath.multiplySubtract(VectorMath.multiplyAdd(re, ar, cr), ai, ci)
      im = VectorMath.multiplyAdd(VectorMath.multiplyAdd(im, ar, ci), ai, cr)
      otherRe = VectorMath.multiplyAdd(VectorMath.multiplyAdd(otherRe, br, mr), bi, mi)
      otherIm = VectorMath.multiplySubtract(VectorMath.multiplyAdd(otherIm, bi, mr), br, mi)
    }

    @_noLocks @inline(__always)
    func store(_ toRe: UnsafeMutablePointer<Float>, _ toIm: UnsafeMutablePointer<Float>) {
      VectorMath.store(re + otherRe, toRe)
      VectorMath.store(im + otherIm, toIm)
    }
  }
}
