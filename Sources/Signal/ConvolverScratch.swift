/// Memory in which a `PartitionedConvolver` makes new filters on the audio thread. Build: `init`. Audio: the rest.
public struct ConvolverScratch: ~Copyable {
  /// Left and right of four inputs × one partition, the second half of each zero.
  let parts: ChannelBuffer
  /// Transforms of the filters of inputs 0 and 2, and of 1 and 3: real, imaginary, real, imaginary.
  let spectra: ChannelBuffer

  public init(partitionFrames: Int) {
    parts = ChannelBuffer(channels: 8, capacity: 2 * partitionFrames)
    spectra = ChannelBuffer(channels: 4, capacity: 4 * partitionFrames)
  }

  @_noLocks func transform(with transform: borrowing QuadTransform) {
    transform.forward(parts[0], parts[1], parts[4], parts[5], into: spectra[0], spectra[1])
    transform.forward(parts[2], parts[3], parts[6], parts[7], into: spectra[2], spectra[3])
  }
}
