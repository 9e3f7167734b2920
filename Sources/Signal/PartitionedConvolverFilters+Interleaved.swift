import CPlatform

/// Filters that are made while audio runs.
extension PartitionedConvolverFilters {
  /// Audio. Up to four inputs, two outputs: `responses` is input × tap × (left, right), as long as the filters. Cost: two
  /// transforms per partition, some fifty cycles per tap and group of four inputs.
  @_noLocks
  func store(
    interleaved responses: UnsafePointer<Float>, set: Int, _ transform: borrowing QuadTransform,
    _ scratch: borrowing ConvolverScratch
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
      scratch.transform(with: transform)
      pack(scratch.spectra, into: tail(set: set, pair: 0) + partition * rows * 32)
    }
  }
}
