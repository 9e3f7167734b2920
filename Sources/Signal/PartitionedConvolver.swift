import CPlatform

/// Convolves several inputs with one filter per input and output, and sums over the inputs, without latency.
///
/// The first `partitionFrames` taps of each filter are applied directly; the rest in partitions of that size by
/// overlap-save, all of it when a partition of input is complete, so that the output does not depend on the block size,
/// to the bit. Four inputs are transformed at once, two outputs back at once. Filters are held twice: new ones are
/// prepared beside those that sound and are cross-faded in.
///
/// Build: `init`, `load`, `prepare`. Audio: the rest. Cost per frame and output pair: `2 · inputs · partitionFrames / 8`
/// vector multiply-adds for the head, `4 · partitions` for every four inputs in the tail, and the transforms.
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
  private let groups: Int
  private let transform: QuadTransform
  let filters: PartitionedConvolverFilters
  /// Per input the last complete partition and the one being filled; a vector more for reads past the end.
  private let window: ChannelBuffer
  /// Transforms of the last windows, a ring that is held twice in a row so that it can be read without a seam:
  /// 2 × `tailPartitions` × groups of four inputs × (real, imaginary) rows.
  private let history: FloatBuffer
  private var newest = 0
  /// What past partitions add to the one being filled; channels from `2 · pairs` on belong to the incoming filters.
  private let tail: ChannelBuffer
  private let head: ChannelBuffer
  /// Real and imaginary sums of one pair of outputs; an input that is not there.
  private let sums: ChannelBuffer
  private let nothing: FloatBuffer
  private var position = 0
  private var active = 0
  private var fadeDone = 0
  private var fadeFrames = 0

  /// `partitionFrames`: a power of two, at least 8. `taps` is rounded up to whole partitions.
  public init(inputs: Int, outputs: Int, partitionFrames: Int, taps: Int) {
    precondition(inputs > 0 && outputs > 0 && taps > 0)
    precondition(partitionFrames >= 8 && partitionFrames & (partitionFrames - 1) == 0, "a power of two")
    self.inputs = inputs
    self.outputs = outputs
    self.partitionFrames = partitionFrames
    let partitions = (taps + partitionFrames - 1) / partitionFrames
    self.taps = partitions * partitionFrames
    pairs = (outputs + 1) / 2
    tailPartitions = partitions - 1
    groups = (inputs + 3) / 4
    transform = QuadTransform(size: 2 * partitionFrames)
    filters = PartitionedConvolverFilters(
      inputs: inputs, pairs: pairs, partitionFrames: partitionFrames, tailPartitions: tailPartitions)
    window = ChannelBuffer(channels: inputs, capacity: 2 * partitionFrames + 8)
    history = FloatBuffer(count: 2 * max(1, tailPartitions) * groups * 8 * partitionFrames)
    tail = ChannelBuffer(channels: 4 * pairs, capacity: partitionFrames)
    head = ChannelBuffer(channels: 4 * pairs, capacity: partitionFrames + 8)
    sums = ChannelBuffer(channels: 2, capacity: 4 * partitionFrames)
    nothing = FloatBuffer(count: 2 * partitionFrames)
  }

  /// Build. Takes the filters that sound from now on: channel `input · outputs + output`, `frames` taps each.
  public mutating func load(_ responses: borrowing ChannelBuffer, frames: Int) {
    filters.store(
      responses, frames: min(frames, taps), outputs: outputs, set: active, transform,
      ConvolverScratch(partitionFrames: partitionFrames))
    fadeFrames = 0
  }

  /// Build, also beside a running `process` as long as no cross-fade runs: makes the filters that `crossfade` brings in.
  public func prepare(_ responses: borrowing ChannelBuffer, frames: Int) {
    prepare(responses, frames: frames, ConvolverScratch(partitionFrames: partitionFrames))
  }

  /// Audio. The same, with memory for it: filters that follow the signal are made between two calls of `process`.
  @_noLocks public func prepare(
    _ responses: borrowing ChannelBuffer, frames: Int, _ scratch: borrowing ConvolverScratch
  ) {
    filters.store(
      responses, frames: min(frames, taps), outputs: outputs, set: 1 - active, transform, scratch)
  }

  /// Audio. Forgets the filters too: silence from now on.
  @_noLocks public mutating func clear() {
    reset()
    filters.clear()
  }

  /// Audio. As `load`, for up to four inputs and two outputs: input × tap × (left, right), all of them, and memory to work in.
  @_noLocks public mutating func load(
    interleaved responses: UnsafePointer<Float>, scratch: borrowing ConvolverScratch
  ) {
    filters.store(interleaved: responses, set: active, transform, scratch)
    fadeFrames = 0
  }

  /// Audio. As `prepare`, with filters as above; not while a cross-fade runs.
  @_noLocks public func prepare(
    interleaved responses: UnsafePointer<Float>, scratch: borrowing ConvolverScratch
  ) {
    filters.store(interleaved: responses, set: 1 - active, transform, scratch)
  }

  /// Audio. Cross-fades to the prepared filters over about `frames` frames (whole partitions), from the next partition on.
  @_noLocks public mutating func crossfade(frames: Int) {
    guard fadeFrames == 0 else { return }
    fadeFrames = max(1, (frames + partitionFrames - 1) / partitionFrames) * partitionFrames
    // Negative: the present partition is finished first.
    fadeDone = position == 0 ? 0 : position - partitionFrames
    if position == 0 { renderTail(set: 1 - active, into: 2 * pairs) }
  }

  /// Of one window's transforms.
  private var windowFloats: Int { @_noLocks get { groups * 8 * partitionFrames } }

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
      let window = history.pointer + newest * windowFloats
      for group in 0..<groups {
        let (first, spectrum) = (4 * group, window + group * 8 * partitionFrames)
        transform.forward(
          frames(of: first), frames(of: first + 1), frames(of: first + 2), frames(of: first + 3),
          into: spectrum, spectrum + 4 * partitionFrames)
      }
      nf_rt_copy(window + tailPartitions * windowFloats, window, windowFloats * MemoryLayout<Float>.stride)
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
    let (re, im) = (sums[0], sums[1])
    for pair in 0..<pairs {
      filters.multiply(history.pointer + newest * windowFloats, set: set, pair: pair, into: re, im)
      transform.inverse(re, im)
      let (left, right) = (tail[first + 2 * pair], tail[first + 2 * pair + 1])
      // The second half of the window; both packed signals add up to the outputs.
      for row in 0..<(partitionFrames / 4) {
        let place = 2 * partitionFrames + 8 * row
        let (l, r) = (VectorMath.load(re + place), VectorMath.load(im + place))
        let (leftFour, rightFour) = (l.lowHalf + l.highHalf, r.lowHalf + r.highHalf)
        UnsafeMutableRawPointer(left + 4 * row).storeBytes(of: leftFour, as: SIMD4<Float>.self)
        UnsafeMutableRawPointer(right + 4 * row).storeBytes(of: rightFour, as: SIMD4<Float>.self)
      }
    }
  }

  @_noLocks private func frames(of input: Int) -> UnsafePointer<Float> {
    UnsafePointer(input < inputs ? window[input] : nothing.pointer)
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
