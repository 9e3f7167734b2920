import CPlatform

/// The filters of a `PartitionedConvolver` in the two forms that it reads, twice: one set sounds, the other can be made
/// meanwhile. Build: `init`, `store`. Audio: the rest.
struct PartitionedConvolverFilters: ~Copyable {
  private let inputs: Int
  private let pairs: Int
  private let partitionFrames: Int
  private let tailPartitions: Int
  private let lanes: Int
  /// set × pair × input × tap × 2 outputs.
  private let heads: FloatBuffer
  /// set × pair × partition × input × (re, im of one output, re, im of the other) × lanes.
  private let tails: FloatBuffer

  init(inputs: Int, pairs: Int, partitionFrames: Int, tailPartitions: Int) {
    self.inputs = inputs
    self.pairs = pairs
    self.partitionFrames = partitionFrames
    self.tailPartitions = tailPartitions
    lanes = Spectra.lanes(for: partitionFrames + 1)
    heads = FloatBuffer(count: 2 * pairs * inputs * partitionFrames * 2)
    tails = FloatBuffer(count: 2 * pairs * tailPartitions * inputs * 4 * lanes)
  }

  @_noLocks func head(set: Int, pair: Int) -> UnsafeMutablePointer<Float> {
    heads.pointer + (set * pairs + pair) * inputs * partitionFrames * 2
  }

  @_noLocks private func tail(set: Int, pair: Int) -> UnsafeMutablePointer<Float> {
    tails.pointer + (set * pairs + pair) * tailPartitions * inputs * 4 * lanes
  }

  /// Build. Takes channel `input · outputs + output` of `responses`; taps from `frames` on are zero.
  func store(_ responses: borrowing ChannelBuffer, frames: Int, outputs: Int, set: Int) {
    precondition(responses.channels == inputs * outputs && frames <= responses.capacity)
    let fft = RealFFT(size: 2 * partitionFrames)
    let spectrum = Spectra(channels: 1, bins: partitionFrames + 1)
    let padded = FloatBuffer(count: 2 * partitionFrames)
    for input in 0..<inputs {
      for output in 0..<(2 * pairs) {
        let response: UnsafeMutablePointer<Float>? = output < outputs ? responses[input * outputs + output] : nil
        let (pair, side) = (output / 2, output % 2)
        for partition in 0...tailPartitions {
          padded.clear()
          for frame in 0..<partitionFrames where partition * partitionFrames + frame < frames {
            padded[frame] = response?[partition * partitionFrames + frame] ?? 0
          }
          if partition == 0 {
            let taps = head(set: set, pair: pair) + input * 2 * partitionFrames
            for tap in 0..<partitionFrames { taps[2 * tap + side] = padded[tap] }
          } else {
            fft.forward(padded.pointer, into: spectrum, channel: 0)
            let target =
              tail(set: set, pair: pair) + (((partition - 1) * inputs + input) * 4 + 2 * side) * lanes
            nf_rt_copy(target, spectrum.real(0), lanes * MemoryLayout<Float>.stride)
            nf_rt_copy(target + lanes, spectrum.imaginary(0), lanes * MemoryLayout<Float>.stride)
          }
        }
      }
    }
  }

  /// Audio. Σ over partitions and inputs of input spectrum × filter, both outputs of a pair in one pass.
  /// `newest`: where in the ring of `history` the last window lies.
  @_noLocks
  func multiply(
    _ history: borrowing Spectra, newest: Int, set: Int, pair: Int, into sums: borrowing Spectra
  ) {
    typealias Lanes = VectorMath.Lanes
    let filters = UnsafePointer(tail(set: set, pair: pair))
    var bin = 0
    while bin < lanes {
      var (leftReal, leftImaginary) = (Lanes.zero, Lanes.zero)
      var (rightReal, rightImaginary) = (Lanes.zero, Lanes.zero)
      var slot = newest
      var filter = filters + bin
      for _ in 0..<tailPartitions {
        for input in 0..<inputs {
          let re = VectorMath.load(history.real(slot * inputs + input) + bin)
          let im = VectorMath.load(history.imaginary(slot * inputs + input) + bin)
          let (lr, li) = (VectorMath.load(filter), VectorMath.load(filter + lanes))
          let (rr, ri) = (VectorMath.load(filter + 2 * lanes), VectorMath.load(filter + 3 * lanes))
          leftReal = VectorMath.multiplyAdd(VectorMath.multiplyAdd(leftReal, re, lr), -im, li)
          leftImaginary = VectorMath.multiplyAdd(VectorMath.multiplyAdd(leftImaginary, re, li), im, lr)
          rightReal = VectorMath.multiplyAdd(VectorMath.multiplyAdd(rightReal, re, rr), -im, ri)
          rightImaginary = VectorMath.multiplyAdd(VectorMath.multiplyAdd(rightImaginary, re, ri), im, rr)
          filter += 4 * lanes
        }
        slot = slot + 1 == tailPartitions ? 0 : slot + 1
      }
      VectorMath.store(leftReal, sums.real(0) + bin)
      VectorMath.store(leftImaginary, sums.imaginary(0) + bin)
      VectorMath.store(rightReal, sums.real(1) + bin)
      VectorMath.store(rightImaginary, sums.imaginary(1) + bin)
      bin += 8
    }
  }
}
