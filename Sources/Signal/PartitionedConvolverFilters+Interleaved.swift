import CPlatform

/// Memory in which filters are transformed on the audio thread; any number of convolvers of one size share it. Build.
public struct PartitionedConvolverScratch: ~Copyable {
  /// Left and right of four inputs, one partition each with as many zeros after it.
  let parts: ChannelBuffer
  /// Real and imaginary parts of inputs 0 and 2, then of 1 and 3.
  let spectra: ChannelBuffer

  public init(partitionFrames: Int) {
    parts = ChannelBuffer(channels: 8, capacity: 2 * partitionFrames)
    spectra = ChannelBuffer(channels: 4, capacity: 4 * partitionFrames)
  }
}

/// Filters that are made while audio runs.
extension PartitionedConvolverFilters {
  /// Audio. Up to four inputs, two outputs: `responses` is input × tap × (left, right), as long as the filters. Cost: two
  /// transforms per partition, some fifty cycles per tap and group of four inputs.
  @_noLocks
  func store(
    interleaved responses: UnsafePointer<Float>, set: Int, _ transform: borrowing QuadTransform,
    _ scratch: borrowing PartitionedConvolverScratch
  ) {
    assert(inputs <= 4)
    let taps = (1 + tailPartitions) * partitionFrames
    for input in 0..<inputs {
      nf_rt_copy(
        head(set: set, pair: 0) + input * 2 * partitionFrames, responses + input * 2 * taps,
        2 * partitionFrames * MemoryLayout<Float>.stride)
    }
    for partition in 0..<tailPartitions {
      for input in 0..<inputs {
        let source = responses + (input * taps + (1 + partition) * partitionFrames) * 2
        let (left, right) = (scratch.parts[2 * input], scratch.parts[2 * input + 1])
        for frame in 0..<partitionFrames {
          left[frame] = source[2 * frame]
          right[frame] = source[2 * frame + 1]
        }
      }
      transform.forward(
        scratch.parts[0], scratch.parts[1], scratch.parts[4], scratch.parts[5], into: scratch.spectra[0],
        scratch.spectra[1])
      transform.forward(
        scratch.parts[2], scratch.parts[3], scratch.parts[6], scratch.parts[7], into: scratch.spectra[2],
        scratch.spectra[3])
      pack(scratch.spectra, into: tail(set: set, pair: 0) + partition * rows * 32)
    }
  }

  /// A and B from G₀ and G₁, with the scale of the transform there and back; eight bins at a time.
  @_noLocks private func pack(_ spectra: borrowing ChannelBuffer, into target: UnsafeMutablePointer<Float>) {
    let scale = 0.5 / Float(2 * partitionFrames)
    for row in 0..<rows {
      let (place, row32) = (8 * row, target + 32 * row)
      let (g0r, g0i) = (VectorMath.load(spectra[0] + place), VectorMath.load(spectra[1] + place))
      let (g1r, g1i) = (VectorMath.load(spectra[2] + place), VectorMath.load(spectra[3] + place))
      VectorMath.store((g0r + g1i) * scale, row32)
      VectorMath.store((g0i - g1r) * scale, row32 + 8)
      VectorMath.store((g0r - g1i) * scale, row32 + 16)
      VectorMath.store((g0i + g1r) * scale, row32 + 24)
    }
  }
}
