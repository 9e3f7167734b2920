import Testing

@testable import Signal

@Suite struct DelayLineTests {
  private let frames = 5000

  @Test(arguments: [0, 1, 63, 64, 1024, 6000], divisions) func delaysBitForBit(_ delay: Int, _ sizes: [Int]) {
    var line = DelayLine(channels: 2, delayFrames: delay)
    var signal = noise(frames)
    signal[17] = -0.0
    signal[18] = .leastNonzeroMagnitude
    signal[19] = .greatestFiniteMagnitude
    for run in 0..<2 {
      let output = pass(&line, signal, sizes)
      for channel in 0..<2 {
        let expected = ([Float](repeating: 0, count: delay) + signal.map { channel == 0 ? $0 : -$0 }).prefix(frames)
        #expect(bits(output[channel]) == bits(Array(expected)), "run \(run)")
      }
      line.reset()
    }
  }

  private func pass(_ line: inout DelayLine, _ signal: [Float], _ sizes: [Int]) -> [[Float]] {
    let input = ChannelBuffer(channels: 2, capacity: 4096)
    let output = ChannelBuffer(channels: 2, capacity: 4096)
    var result: [[Float]] = [[], []]
    pieces(frames, sizes) { start, count in
      let piece = Array(signal[start..<start + count])
      input.fill(0, piece)
      input.fill(1, piece.map { -$0 })
      line.process(input, into: output, frames: count)
      for channel in 0..<2 { result[channel] += output.values(channel, count) }
    }
    return result
  }
}
