import Testing

@testable import Signal

@Suite struct PartitionedConvolverTests {
  @Test(arguments: [(1, 1, 16, 16), (4, 2, 32, 200), (4, 2, 64, 320), (2, 3, 64, 65), (3, 4, 16, 500)])
  func equalsDirectForm(inputs: Int, outputs: Int, partition: Int, taps: Int) {
    var convolver = PartitionedConvolver(inputs: inputs, outputs: outputs, partitionFrames: partition, taps: taps)
    let responses = noise(channels: inputs * outputs, frames: taps, seed: 1)
    convolver.load(responses, frames: taps)
    let frames = 1_500
    let input = noise(channels: inputs, frames: frames, seed: 2)
    let output = render(&convolver, input, frames: frames, blocks: [frames])
    var (largest, worst) = (0.0, 0.0)
    for channel in 0..<outputs {
      for frame in 0..<frames {
        var sum = 0.0
        for source in 0..<inputs {
          for tap in 0...min(frame, taps - 1) {
            sum += Double(responses[source * outputs + channel][tap]) * Double(input[source][frame - tap])
          }
        }
        largest = max(largest, abs(sum))
        worst = max(worst, abs(sum - Double(output[channel][frame])))
      }
    }
    #expect(largest > 1)
    // Single precision, sums of up to 2 000 products: a few ulps of the largest value.
    #expect(worst < 2e-6 * largest)
  }

  @Test(arguments: [[1], [7], [64], [333], [1, 480, 0, 64, 13, 8]])
  func anyBlockSizeGivesTheSame(blocks: [Int]) {
    let frames = 2_000
    let input = noise(channels: 4, frames: frames, seed: 3)
    var whole = stereoConvolver()
    var cut = stereoConvolver()
    let reference = render(&whole, input, frames: frames, blocks: [frames])
    let output = render(&cut, input, frames: frames, blocks: blocks)
    #expect(output == reference)
    #expect(reference[0].contains { abs($0) > 1 })
  }

  /// Filters that are made on the audio thread are those that are made beforehand, loaded or faded in.
  @Test(arguments: [1, 3, 4]) func interleavedFiltersAreTheSame(inputs: Int) {
    let (frames, taps, partition) = (1_500, 224, 32)
    let input = noise(channels: inputs, frames: frames, seed: 6)
    let responses = noise(channels: 2 * inputs, frames: taps, seed: 7)
    let interleaved = FloatBuffer(count: 2 * inputs * taps)
    for channel in 0..<(2 * inputs) {
      for tap in 0..<taps { interleaved[(channel / 2 * taps + tap) * 2 + channel % 2] = responses[channel][tap] }
    }
    let scratch = ConvolverScratch(partitionFrames: partition)
    func make() -> PartitionedConvolver {
      PartitionedConvolver(inputs: inputs, outputs: 2, partitionFrames: partition, taps: taps)
    }
    var planar = make()
    var loaded = make()
    var faded = make()
    planar.load(responses, frames: taps)
    loaded.load(interleaved: interleaved.pointer, scratch: scratch)
    faded.prepare(interleaved: interleaved.pointer, scratch: scratch)
    faded.crossfade(frames: partition)
    let reference = render(&planar, input, frames: frames, blocks: [100])
    #expect(render(&loaded, input, frames: frames, blocks: [100]) == reference)
    let late = render(&faded, input, frames: frames, blocks: [100])
    #expect(zip(late, reference).allSatisfy { $0.dropFirst(64) == $1.dropFirst(64) })
    #expect(late != reference && reference[0].contains { abs($0) > 1 })
  }

  @Test func resetForgets() {
    let frames = 700
    let input = noise(channels: 4, frames: frames, seed: 4)
    var convolver = stereoConvolver()
    let first = render(&convolver, input, frames: frames, blocks: [100])
    convolver.reset()
    let second = render(&convolver, input, frames: frames, blocks: [64])
    #expect(first == second)
  }

  @Test func crossfadeArrivesAtTheNewFilters() {
    let frames = 2_000
    let input = noise(channels: 4, frames: frames, seed: 5)
    let other = noise(channels: 8, frames: 320, seed: 9)
    var fading = stereoConvolver()
    fading.prepare(other, frames: 320)
    var output: [[Float]] = [[], []]
    let part = ChannelBuffer(channels: 4, capacity: frames)
    var start = 0
    for count in [500, 1_500] {
      for channel in 0..<4 { for frame in 0..<count { part[channel][frame] = input[channel][start + frame] } }
      let rendered = ChannelBuffer(channels: 2, capacity: count)
      fading.process(part, into: rendered, frames: count)
      for channel in 0..<2 { for frame in 0..<count { output[channel].append(rendered[channel][frame]) } }
      if start == 0 { fading.crossfade(frames: 256) }
      start += count
    }
    let isFading = fading.isFading
    #expect(!isFading)
    var reference = stereoConvolver()
    reference.load(other, frames: 320)
    let wanted = render(&reference, input, frames: frames, blocks: [frames])
    var old = stereoConvolver()
    let before = render(&old, input, frames: frames, blocks: [frames])
    // 500 frames in, the fade starts at the next partition (512) and takes 256 frames.
    for frame in 0..<512 { #expect(output[0][frame] == before[0][frame]) }
    for frame in 768..<frames { #expect(output[0][frame] == wanted[0][frame]) }
    for frame in 512..<768 {
      let share = Float(frame - 511) / 256
      let mixed = before[0][frame] + share * (wanted[0][frame] - before[0][frame])
      #expect(abs(output[0][frame] - mixed) < 1e-4)
    }
  }

  private func stereoConvolver() -> PartitionedConvolver {
    var convolver = PartitionedConvolver(inputs: 4, outputs: 2, partitionFrames: 64, taps: 320)
    convolver.load(noise(channels: 8, frames: 320, seed: 1), frames: 320)
    return convolver
  }

  private func render(
    _ convolver: inout PartitionedConvolver, _ input: borrowing ChannelBuffer, frames: Int, blocks: [Int]
  ) -> [[Float]] {
    var output = [[Float]](repeating: [], count: convolver.outputs)
    let part = ChannelBuffer(channels: convolver.inputs, capacity: frames)
    let rendered = ChannelBuffer(channels: convolver.outputs, capacity: frames)
    var (start, block) = (0, 0)
    while start < frames {
      let count = min(blocks[block % blocks.count], frames - start)
      for channel in 0..<convolver.inputs {
        for frame in 0..<count { part[channel][frame] = input[channel][start + frame] }
      }
      convolver.process(part, into: rendered, frames: count)
      for channel in 0..<convolver.outputs {
        for frame in 0..<count { output[channel].append(rendered[channel][frame]) }
      }
      start += count
      block += 1
    }
    return output
  }

  private func noise(channels: Int, frames: Int, seed: UInt64) -> ChannelBuffer {
    let buffer = ChannelBuffer(channels: channels, capacity: frames)
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    for channel in 0..<channels {
      for frame in 0..<frames {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        buffer[channel][frame] = Float(Int32(truncatingIfNeeded: state >> 32)) / Float(Int32.max)
      }
    }
    return buffer
  }
}
