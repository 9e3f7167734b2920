import CPlatform

/// Streaming short-time Fourier analysis and synthesis, four hops to a window.
///
/// Frames flow in and out; at each hop boundary the caller takes the spectra of the last `size` frames, and has the next hop's time
/// to give back those of the outputs. Analysis looks through a square-root Hann window. Synthesis leaves out the oldest
/// quarter and weights the rest so that both windows make a Hann window of three hops: the quarter's delay is the time to work in.
/// Analysis followed by synthesis is the input, `latencyFrames` later (to float rounding). Any division of the stream into
/// calls gives the same bits. Build: `init`. Audio: everything else.
/// Source: D. W. Griffin, J. S. Lim (1984), "Signal estimation from modified short-time Fourier transform", IEEE Trans.
/// Acoust. Speech Signal Process. 32(2), for overlap and addition; windows of unlike lengths: D. Mauler, R. Martin (2007),
/// "A low delay, variable resolution, perfect reconstruction spectral analysis-synthesis system", EUSIPCO.
public struct STFT: ~Copyable {
  public let size: Int
  public let hop: Int
  public var bins: Int { size / 2 + 1 }
  public var latencyFrames: Int { @_noLocks get { size } }
  /// Frames into the present hop.
  public private(set) var position = 0
  /// A hop is complete: `analyse` before the next `advance`, and `synthesise` before the next hop is complete.
  public var isHopComplete: Bool { @_noLocks get { position == hop } }

  private let fft: RealFFT
  private let analysis: FloatBuffer
  /// Its first hop is not there.
  private let synthesis: FloatBuffer
  private let frame: FloatBuffer
  /// The last `size` input frames of each channel.
  private let history: ChannelBuffer
  /// Overlap-added output; its first hop is complete.
  private let sums: ChannelBuffer

  /// `size`: a multiple of 4.
  public init(size: Int, inputs: Int, outputs: Int) {
    precondition(size % 4 == 0)
    self.size = size
    hop = size / 4
    fft = RealFFT(size: size)
    analysis = FloatBuffer(count: size)
    synthesis = FloatBuffer(count: size - hop)
    frame = FloatBuffer(count: size)
    history = ChannelBuffer(channels: inputs, capacity: size)
    sums = ChannelBuffer(channels: outputs, capacity: size)
    for index in 0..<size {
      analysis[index] = Float(nf_sin(.pi * (Double(index) + 0.5) / Double(size)) * nf_sqrt(0.5))
    }
    // Three overlapping Hann windows of three hops, sin² each, add up to 1.5.
    for index in 0..<(size - hop) {
      let both = nf_sin(.pi * (Double(index) + 0.5) / Double(size - hop))
      synthesis[index] = Float(both * both / 1.5) / analysis[hop + index]
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

  /// The windowed spectra of the last `size` frames of every input; the next hop starts.
  @_noLocks public mutating func analyse(into spectra: borrowing Spectra) {
    let kept = (size - hop) * MemoryLayout<Float>.stride
    for channel in 0..<history.channels {
      VectorMath.multiply(history[channel], analysis.pointer, into: frame.pointer, count: size)
      fft.forward(frame.pointer, into: spectra, channel: channel)
      nf_rt_copy(history[channel], history[channel] + hop, kept)
    }
    for channel in 0..<sums.channels {
      nf_rt_copy(sums[channel], sums[channel] + hop, kept)
      nf_rt_clear(sums[channel] + (size - hop), hop * MemoryLayout<Float>.stride)
    }
    position = 0
  }

  /// Adds the outputs' spectra of the last complete hop to the stream.
  @_noLocks public mutating func synthesise(_ spectra: borrowing Spectra) {
    synthesise(spectra, outputs: sums.channels)
  }

  /// The same for the first `outputs` alone; the others get silence.
  @_noLocks public mutating func synthesise(_ spectra: borrowing Spectra, outputs: Int) {
    for channel in 0..<outputs {
      fft.inverse(spectra, channel: channel, into: frame.pointer)
      let recent = frame.pointer + hop
      VectorMath.multiply(recent, synthesis.pointer, into: recent, count: size - hop)
      VectorMath.add(recent, gain: 1, to: sums[channel] + hop, count: size - hop)
    }
  }
}
