import CPlatform

/// Convolves several inputs with one filter per input and output, and sums over the inputs, without latency.
///
/// The first `partitionFrames` taps of each filter are applied directly; the rest in partitions of that size by
/// overlap-save, all of it when a partition of input is complete, so that the output does not depend on the block size,
/// to the bit. Each input is transformed once, each output back once; outputs are computed in pairs, which share every
/// load of a spectrum. Filters are held twice: new ones are prepared beside those that sound and are cross-faded in.
///
/// Build: `init`, `load`, `prepare`. Audio: the rest. Cost per frame and output pair: `2 · inputs · partitionFrames / 8`
/// vector multiply-adds for the head, `4 · inputs · partitions / 4` for the tail, and the transforms.
/// Source: W. G. Gardner (1995), "Efficient convolution without input-output delay", JAES 43; for the uniform partition
/// F. Wefers (2015), "Partitioned convolution algorithms for real-time auralization", section 5.3.
public struct PartitionedConvolver: ~Copyable {
  public let inputs: Int
  public let outputs: Int
  public let partitionFrames: Int
  /// Length of every filter, a whole number of partitions.
  public let taps: Int

  let pairs: Int
  let tailPartitions: Int
  let fft: RealFFT
  let filters: PartitionedConvolverFilters
  /// Per input the last complete partition and the one being filled; a vector more for reads past the end.
  private let window: ChannelBuffer
  /// Spectra of the last windows, `tailPartitions` × inputs.
  let history: Spectra
  private var newest = 0
  /// What past partitions add to the one being filled; channels from `2 · pairs` on belong to the incoming filters.
  private let tail: ChannelBuffer
  private let head: ChannelBuffer
  private let sums: Spectra
  private let time: FloatBuffer
  private var position = 0
  private var active = 0
  private var fadeDone = 0
  private var fadeFrames = 0

  /// `partitionFrames`: a multiple of 8, at least 16. `taps` is rounded up to whole partitions.
  public init(inputs: Int, outputs: Int, partitionFrames: Int, taps: Int) {
    precondition(inputs > 0 && outputs > 0 && taps > 0)
    precondition(partitionFrames >= 16 && partitionFrames % 8 == 0, "partitions of whole vectors")
    self.inputs = inputs
    self.outputs = outputs
    self.partitionFrames = partitionFrames
    let partitions = (taps + partitionFrames - 1) / partitionFrames
    self.taps = partitions * partitionFrames
    pairs = (outputs + 1) / 2
    tailPartitions = partitions - 1
    fft = RealFFT(size: 2 * partitionFrames)
    filters = PartitionedConvolverFilters(
      inputs: inputs, pairs: pairs, partitionFrames: partitionFrames, tailPartitions: tailPartitions)
    window = ChannelBuffer(channels: inputs, capacity: 2 * partitionFrames + 8)
    history = Spectra(channels: max(1, tailPartitions) * inputs, bins: partitionFrames + 1)
    tail = ChannelBuffer(channels: 4 * pairs, capacity: partitionFrames)
    head = ChannelBuffer(channels: 4 * pairs, capacity: partitionFrames + 8)
    sums = Spectra(channels: 2, bins: partitionFrames + 1)
    time = FloatBuffer(count: 2 * partitionFrames)
  }

  /// Build. Takes the filters that sound from now on: channel `input · outputs + output`, `frames` taps each.
  public mutating func load(_ responses: borrowing ChannelBuffer, frames: Int) {
    filters.store(responses, frames: min(frames, taps), outputs: outputs, set: active)
    fadeFrames = 0
  }

  /// Build, also beside a running `process` as long as no cross-fade runs: makes the filters that `crossfade` brings in.
  public func prepare(_ responses: borrowing ChannelBuffer, frames: Int) {
    filters.store(responses, frames: min(frames, taps), outputs: outputs, set: 1 - active)
  }

  /// Audio. Cross-fades to the prepared filters over about `frames` frames (whole partitions), from the next partition on.
  @_noLocks public mutating func crossfade(frames: Int) {
    guard fadeFrames == 0 else { return }
    fadeFrames = max(1, (frames + partitionFrames - 1) / partitionFrames) * partitionFrames
    // Negative: the present partition is finished first.
    fadeDone = position == 0 ? 0 : position - partitionFrames
    if position == 0 { renderTail(set: 1 - active, into: 2 * pairs) }
  }

  public var isFading: Bool { @_noLocks get { fadeFrames > 0 } }

  /// Audio. Forgets all past input.
  @_noLocks public mutating func reset() {
    if fadeFrames > 0 { active = 1 - active }
    fadeFrames = 0
    position = 0
    newest = 0
    window.clear()
    history.clear()
    tail.clear()
  }

  /// Audio. Filters `frames` frames of `inputs` channels into `outputs` channels of another buffer.
  @_noLocks
  public mutating func process(_ input: borrowing ChannelBuffer, into output: borrowing ChannelBuffer, frames: Int) {
    var done = 0
    while done < frames {
      let count = min(frames - done, partitionFrames - position)
      for channel in 0..<inputs {
        nf_rt_copy(
          window[channel] + partitionFrames + position, input[channel] + done, count * MemoryLayout<Float>.stride)
      }
      let isFading = fadeFrames > 0 && fadeDone >= 0
      renderHead(set: active, into: 0, frames: count)
      if isFading { renderHead(set: 1 - active, into: 2 * pairs, frames: count) }
      for channel in 0..<outputs { write(channel, to: output[channel] + done, frames: count, isFading: isFading) }
      if fadeFrames > 0 { fadeDone += count }
      position += count
      done += count
      if position == partitionFrames { completePartition() }
    }
  }

  /// Head plus tail of one output.
  @_noLocks
  private func write(_ channel: Int, to output: UnsafeMutablePointer<Float>, frames: Int, isFading: Bool) {
    let (direct, late) = (head[channel], tail[channel] + position)
    for frame in 0..<frames { output[frame] = direct[frame] + late[frame] }
    guard isFading else { return }
    let (nextDirect, nextLate) = (head[2 * pairs + channel], tail[2 * pairs + channel] + position)
    let step = 1 / Float(fadeFrames)
    for frame in 0..<frames {
      let gain = Float(fadeDone + frame + 1) * step
      output[frame] += gain * (nextDirect[frame] + nextLate[frame] - output[frame])
    }
  }

  /// Transforms the window, moves on by one partition and renders the tail of the next one.
  @_noLocks private mutating func completePartition() {
    position = 0
    if fadeFrames > 0 && fadeDone >= fadeFrames {
      active = 1 - active
      fadeFrames = 0
    }
    if tailPartitions > 0 {
      newest = newest == 0 ? tailPartitions - 1 : newest - 1
      for channel in 0..<inputs { fft.forward(window[channel], into: history, channel: newest * inputs + channel) }
    }
    for channel in 0..<inputs {
      nf_rt_copy(
        window[channel], window[channel] + partitionFrames, partitionFrames * MemoryLayout<Float>.stride)
    }
    renderTail(set: active, into: 0)
    if fadeFrames > 0 { renderTail(set: 1 - active, into: 2 * pairs) }
  }

  /// The tail of the partition to come, into channels of `tail` from `first` on.
  @_noLocks private func renderTail(set: Int, into first: Int) {
    guard tailPartitions > 0 else { return }
    for pair in 0..<pairs {
      filters.multiply(history, newest: newest, set: set, pair: pair, into: sums)
      for side in 0..<2 {
        fft.inverse(sums, channel: side, into: time.pointer)
        nf_rt_copy(
          tail[first + 2 * pair + side], time.pointer + partitionFrames,
          partitionFrames * MemoryLayout<Float>.stride)
      }
    }
  }

  /// The direct part of the next `frames` frames, into channels of `head` from `first` on.
  @_noLocks private func renderHead(set: Int, into first: Int, frames: Int) {
    let bytes = (frames + 7) / 8 * 8 * MemoryLayout<Float>.stride
    for pair in 0..<pairs {
      let responses = filters.head(set: set, pair: pair)
      let (left, right) = (head[first + 2 * pair], head[first + 2 * pair + 1])
      nf_rt_clear(left, bytes)
      nf_rt_clear(right, bytes)
      for input in 0..<inputs {
        DirectForm.addPair(
          window[input] + partitionFrames + position, responses: responses + input * 2 * partitionFrames,
          taps: partitionFrames, frames: frames, left: left, right: right)
      }
    }
  }
}
