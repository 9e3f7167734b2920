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
  /// `history`: ring of `tailPartitions` × groups of `rows` real and `rows` imaginary vectors; `newest`: where the last
  /// window lies.
  @_noLocks
  func multiply(
    _ history: UnsafePointer<Float>, newest: Int, set: Int, pair: Int, _ transform: borrowing QuadTransform,
    into re: UnsafeMutablePointer<Float>, _ im: UnsafeMutablePointer<Float>
  ) {
    let filters = UnsafePointer(tail(set: set, pair: pair))
    let older = newest * groups
    let recent = tailPartitions * groups - older
    let start = history + 16 * rows * older
    var first = Sums()
    add(start, filters, mirror: 0, isFirstRow: true, count: recent, to: &first)
    add(history, filters + 32 * rows * recent, mirror: 0, isFirstRow: true, count: older, to: &first)
    first.store(re, im)
    for row in 1..<rows {
      let (filter, mirror) = (filters + 32 * row, 8 * (transform.mirror(of: row) - row))
      var sums = Sums()
      add(start + 8 * row, filter, mirror: mirror, isFirstRow: false, count: recent, to: &sums)
      add(
        history + 8 * row, filter + 32 * rows * recent, mirror: mirror, isFirstRow: false, count: older, to: &sums)
      sums.store(re + 8 * row, im + 8 * row)
    }
  }

  private struct Sums {
    var (re, im) = (VectorMath.Lanes.zero, VectorMath.Lanes.zero)
    var (otherRe, otherIm) = (VectorMath.Lanes.zero, VectorMath.Lanes.zero)

    @_noLocks @inline(__always)
    func store(_ toRe: UnsafeMutablePointer<Float>, _ toIm: UnsafeMutablePointer<Float>) {
      VectorMath.store(re + otherRe, toRe)
      VectorMath.store(im + otherIm, toIm)
    }
  }

  /// One row of `count` windows that lie one after the other; `mirror`: floats to the mirrored row.
  @_noLocks @inline(__always)
  private func add(
    _ windows: UnsafePointer<Float>, _ filters: UnsafePointer<Float>, mirror: Int, isFirstRow: Bool, count: Int,
    to sums: inout Sums
  ) {
    var (window, filter, left) = (windows, filters, count)
    let (imaginary, nextWindow, nextFilter) = (8 * rows, 16 * rows, 32 * rows)
    while left > 0 {
      let (cr, ci) = (VectorMath.load(window), VectorMath.load(window + imaginary))
      let mr = QuadTransform.mirrored(VectorMath.load(window + mirror), isFirstRow: isFirstRow)
      let mi = QuadTransform.mirrored(VectorMath.load(window + mirror + imaginary), isFirstRow: isFirstRow)
      let (ar, ai) = (VectorMath.load(filter), VectorMath.load(filter + 8))
      let (br, bi) = (VectorMath.load(filter + 16), VectorMath.load(filter + 24))
      sums.re = VectorMath.multiplyAdd(VectorMath.multiplyAdd(sums.re, ar, cr), -ai, ci)
      sums.im = VectorMath.multiplyAdd(VectorMath.multiplyAdd(sums.im, ar, ci), ai, cr)
      sums.otherRe = VectorMath.multiplyAdd(VectorMath.multiplyAdd(sums.otherRe, br, mr), bi, mi)
      sums.otherIm = VectorMath.multiplyAdd(VectorMath.multiplyAdd(sums.otherIm, bi, mr), -br, mi)
      window += nextWindow
      filter += nextFilter
      left -= 1
    }
  }
}
