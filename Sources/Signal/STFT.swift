import CPlatform

/// Streaming short-time Fourier analysis and synthesis with square-root Hann windows and three quarters overlap.
///
/// Frames flow in and out one hop at a time; at each hop boundary the caller takes the spectra of the last `size` frames
/// and gives back those of the outputs. Analysis followed by synthesis is the input, `latencyFrames` later (to float
/// rounding). Any division of the stream into calls gives the same bits. Build: `init`. Audio: everything else.
public struct STFT: ~Copyable {
  public let size: Int
  public let hop: Int
  public var bins: Int { size / 2 + 1 }
  public var latencyFrames: Int { @_noLocks get { size } }
  /// A hop is complete: `analyse`, then `synthesise`, before the next `advance`.
  public var isHopComplete: Bool { @_noLocks get { position == hop } }

  private let fft: RealFFT
  private let window: FloatBuffer
  private let frame: FloatBuffer
  /// The last `size` input frames of each channel.
  private let history: ChannelBuffer
  /// Overlap-added output; its first hop is complete.
  private let sums: ChannelBuffer
  private var position = 0

  /// `size`: a multiple of 4.
  public init(size: Int, inputs: Int, outputs: Int) {
    precondition(size % 4 == 0)
    self.size = size
    hop = size / 4
    fft = RealFFT(size: size)
    window = FloatBuffer(count: size)
    frame = FloatBuffer(count: size)
    history = ChannelBuffer(channels: inputs, capacity: size)
    sums = ChannelBuffer(channels: outputs, capacity: size)
    // Four overlapping squared windows, sin² each, add up to 2.
    for index in 0..<size {
      window[index] = Float(nf_sin(.pi * (Double(index) + 0.5) / Double(size)) * nf_sqrt(0.5))
    }
  }

  @_noLocks public mutating func reset() {
    history.clear()
    sums.clear()
    position = 0
  }

  /// Takes frames from `start` on and puts as many of the output, up to the next hop boundary or `frames`; returns the
  /// number moved. Not to be called while `isHopComplete`.
  @_noLocks
  public mutating func advance(
    _ input: borrowing ChannelBuffer, into output: borrowing ChannelBuffer, from start: Int, frames: Int
  ) -> Int {
    let count = min(frames, hop - position)
    let bytes = count * MemoryLayout<Float>.stride
    for channel in 0..<history.channels {
      nf_rt_copy(history[channel] + (size - hop + position), input[channel] + start, bytes)
    }
    for channel in 0..<sums.channels {
      nf_rt_copy(output[channel] + start, sums[channel] + position, bytes)
    }
    position += count
    return count
  }

  /// The windowed spectra of the last `size` frames of every input.
  @_noLocks public mutating func analyse(into spectra: borrowing Spectra) {
    for channel in 0..<history.channels {
      VectorMath.multiply(history[channel], window.pointer, into: frame.pointer, count: size)
      fft.forward(frame.pointer, into: spectra, channel: channel)
      nf_rt_copy(history[channel], history[channel] + hop, (size - hop) * MemoryLayout<Float>.stride)
    }
  }

  /// Adds the outputs' spectra to the stream and starts the next hop.
  @_noLocks public mutating func synthesise(_ spectra: borrowing Spectra) {
    for channel in 0..<sums.channels {
      let sum = sums[channel]
      nf_rt_copy(sum, sum + hop, (size - hop) * MemoryLayout<Float>.stride)
      nf_rt_clear(sum + (size - hop), hop * MemoryLayout<Float>.stride)
      fft.inverse(spectra, channel: channel, into: frame.pointer)
      VectorMath.multiply(frame.pointer, window.pointer, into: frame.pointer, count: size)
      VectorMath.add(frame.pointer, gain: 1, to: sum, count: size)
    }
    position = 0
  }
}
