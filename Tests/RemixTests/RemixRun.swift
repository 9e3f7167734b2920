import Signal

@testable import Remix

/// Renders whole signals through a remixer.
enum RemixRun {
  /// Five channels, FOA then dialog, as long as the input; `blocks` are cycled.
  static func render(
    _ input: [[Float]], sampleRate: Double = 48_000, weights: String? = nil, blocks: [Int] = [256],
    _ set: (inout RemixControls) -> Void
  ) -> [[Float]] {
    var remixer = Remixer(sampleRate: sampleRate, capacity: 1024, weights: weights)
    set(&remixer.controls)
    return render(input, with: &remixer, blocks: blocks)
  }

  static func render(_ input: [[Float]], with remixer: inout Remixer, blocks: [Int] = [256]) -> [[Float]] {
    let frames = input[0].count
    let source = ChannelBuffer(channels: 4, capacity: 1024)
    let result = ChannelBuffer(channels: 5, capacity: 1024)
    var output = [[Float]](repeating: [], count: 5)
    var (start, block) = (0, 0)
    while start < frames {
      let count = min(blocks[block % blocks.count], frames - start)
      block += 1
      for channel in 0..<4 { for frame in 0..<count { source[channel][frame] = input[channel][start + frame] } }
      remixer.process(source, into: result, frames: count)
      for channel in 0..<5 { output[channel] += (0..<count).map { result[channel][$0] } }
      start += count
    }
    return output
  }

  /// The input as it comes out of a delay of one analysis window.
  static func delayed(_ signal: [Float], frames: Int) -> [Float] {
    [Float](repeating: 0, count: frames) + signal.dropLast(frames)
  }
}
