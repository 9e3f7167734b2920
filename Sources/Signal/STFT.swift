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

  private let fft: PairedFFT
  private let analysis: FloatBuffer
  /// Its first hop is not there. With the transforms' scale.
  private let synthesis: FloatBuffer
  /// The last `size` input frames of each channel: a ring of four hops, the oldest of them `oldest`.
  private let history: ChannelBuffer
  private var oldest = 0
  /// Overlap-added output: a ring of four hops; `complete` is the one that leaves.
  private let sums: ChannelBuffer
  private var complete = 0

  /// `size`: a multiple of 32.
  public init(size: Int, inputs: Int, outputs: Int) {
    precondition(size % 32 == 0)
    self.size = size
    hop = size / 4
    fft = PairedFFT(size: size)
    analysis = FloatBuffer(count: size)
    synthesis = FloatBuffer(count: size - hop)
    history = ChannelBuffer(channels: inputs, capacity: size)
    sums = ChannelBuffer(channels: outputs, capacity: size)
    for index in 0..<size {
      analysis[index] = Float(nf_sin(.pi * (Double(index) + 0.5) / Double(size)) * nf_sqrt(0.5))
    }
    // Three overlapping Hann windows of three hops, sin² each, add up to 1.5.
    for index in 0..<(size - hop) {
      let both = nf_sin(.pi * (Double(index) + 0.5) / Double(size - hop))
      synthesis[index] = Float(both * both / (1.5 * Double(size))) / analysis[hop + index]
    }
  }

  @_noLocks public mutating func reset() {
    history.clear()
    sums.clear()
    position = 0
    oldest = 0
    complete = 0
  }

  /// Takes frames from `start` on and puts as many of the output, up to the next hop boundary or `frames`; returns the
  /// number moved. Not to be called while `isHopComplete`.
  @_noLocks
  public mutating func advance(
    _ input: borrowing ChannelBuffer, into output: borrowing ChannelBuffer, from start: Int, frames: Int
  ) -> Int {
    let count = min(frames, hop - position)
    let bytes = count * MemoryLayout<Float>.stride
    // What comes takes the place of the oldest.
    for channel in 0..<history.channels {
      nf_rt_copy(history[channel] + (oldest * hop + position), input[channel] + start, bytes)
    }
    for channel in 0..<sums.channels {
      nf_rt_copy(output[channel] + start, sums[channel] + (complete * hop + position), bytes)
    }
    position += count
    return count
  }

  /// The windowed spectra of the last `size` frames of every input; the next hop starts.
  @_noLocks public mutating func analyse(into spectra: borrowing Spectra) {
    oldest = (oldest + 1) % 4
    var channel = 0
    while channel < history.channels {
      let isPair = channel + 1 < history.channels
      for part in 0..<4 {
        window(channel, isPair ? channel + 1 : nil, from: (oldest + part) % 4 * hop, to: part * hop)
      }
      fft.forward(into: spectra, channel, isPair ? channel + 1 : nil)
      channel += 2
    }
    // Hops go round: what has left makes room for what is to come.
    for channel in 0..<sums.channels {
      nf_rt_clear(sums[channel] + complete * hop, hop * MemoryLayout<Float>.stride)
    }
    complete = (complete + 1) % 4
    position = 0
  }

  /// One hop of one or two inputs, windowed, to the transform.
  @_noLocks private func window(_ a: Int, _ b: Int?, from start: Int, to target: Int) {
    var frame = 0
    while frame < hop {
      let gain = VectorMath.load(analysis.pointer + (target + frame))
      var second = VectorMath.Lanes.zero
      if let b { second = gain * VectorMath.load(history[b] + (start + frame)) }
      VectorMath.storeInterleaved(
        gain * VectorMath.load(history[a] + (start + frame)), second, fft.frames.pointer + 2 * (target + frame))
      frame += 8
    }
  }

  /// Adds the outputs' spectra of the last complete hop to the stream.
  @_noLocks public mutating func synthesise(_ spectra: borrowing Spectra) {
    synthesise(spectra, outputs: sums.channels)
  }

  /// The same for the first `outputs` alone; the others get silence. Output `twin`, where there is one, gets what output 0 gets,
  /// whatever its spectrum.
  @_noLocks public mutating func synthesise(_ spectra: borrowing Spectra, outputs: Int, twin: Int? = nil) {
    var channel = next(after: -1, but: twin)
    while channel < outputs {
      let other = next(after: channel, but: twin)
      let isPair = other < outputs
      fft.inverse(spectra, channel, isPair ? other : nil)
      for part in 1..<4 {
        overlap(channel, isPair ? other : nil, twin: channel == 0 ? twin : nil, part)
      }
      channel = next(after: other, but: twin)
    }
  }

  @inline(__always) @_noLocks private func next(after channel: Int, but twin: Int?) -> Int {
    channel + 1 == twin ? channel + 2 : channel + 1
  }

  /// Adds one hop of what was transformed back.
  @_noLocks private func overlap(_ a: Int, _ b: Int?, twin: Int?, _ part: Int) {
    let (source, target) = (part * hop, (complete + part) % 4 * hop)
    var frame = 0
    while frame < hop {
      let gain = VectorMath.load(synthesis.pointer + (source - hop + frame))
      let (first, second) = VectorMath.loadInterleaved(fft.frames.pointer + 2 * (source + frame))
      add(gain * first, to: a, target + frame)
      if let b { add(gain * second, to: b, target + frame) }
      if let twin { add(gain * first, to: twin, target + frame) }
      frame += 8
    }
  }

  @inline(__always) @_noLocks private func add(_ value: VectorMath.Lanes, to channel: Int, _ frame: Int) {
    VectorMath.store(VectorMath.load(sums[channel] + frame) + value, sums[channel] + frame)
  }
}
