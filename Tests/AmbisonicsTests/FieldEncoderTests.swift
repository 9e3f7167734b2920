import Foundation
import Signal
import Testing

@testable import Ambisonics

/// Several sources in one field.
@Suite struct FieldEncoderTests {
  private let frames = 2000

  /// Three sources; the first and the third move, the third again before it has arrived.
  private let moves: [Int: [(source: Int, gains: FirstOrderGains)]] = [
    0: [
      (0, FirstOrderGains(Direction(azimuthDegrees: 30, elevationDegrees: 10))), (1, FirstOrderGains(.front)),
      (2, FirstOrderGains(w: 1, y: 0, z: 0, x: 0)),
    ],
    300: [(0, FirstOrderGains(Direction(azimuthDegrees: -100, elevationDegrees: 0)))],
    500: [(2, FirstOrderGains(w: 0.5, y: -1, z: 0.3, x: 0))],
    700: [(2, FirstOrderGains(w: 2, y: 1, z: 0, x: 1))],
  ]

  private var signals: [[Float]] {
    (0..<3).map { source in (0..<frames).map { Float(sin(Double($0 * $0 % 977 + source * 31))) } }
  }

  private func render(_ blocks: [Int]) -> [[Float]] {
    let encoder = FieldEncoder(sources: 3, rampFrames: 480)
    let input = ChannelBuffer(channels: 3, capacity: frames)
    let field = ChannelBuffer(channels: 4, capacity: frames)
    let signals = signals
    var output = [[Float]](repeating: [], count: 4)
    var (start, index) = (0, 0)
    while start < frames {
      for move in moves[start] ?? [] { encoder.move(move.source, to: move.gains) }
      let next = moves.keys.filter { $0 > start }.min() ?? frames
      let count = min(blocks[index % blocks.count], next - start)
      for source in 0..<3 { input[source].update(from: Array(signals[source][start..<start + count]), count: count) }
      encoder.process(input, into: field, frames: count)
      for channel in 0..<4 { output[channel] += UnsafeBufferPointer(start: field[channel], count: count) }
      start += count
      index += 1
    }
    return output
  }

  /// The sum of what one encoder each makes of the sources.
  @Test func theFieldIsTheSumOfItsSources() {
    var expected = [[Float]](repeating: [Float](repeating: 0, count: frames), count: 4)
    for source in 0..<3 {
      var encoder = PointEncoder(rampFrames: 480)
      let field = ChannelBuffer(channels: 4, capacity: frames)
      let starts = moves.keys.sorted() + [frames]
      for (start, end) in zip(starts, starts.dropFirst()) {
        for move in moves[start]! where move.source == source { encoder.move(to: move.gains, level: 1) }
        encoder.process(Array(signals[source][start..<end]), into: field, frames: end - start)
        for channel in 0..<4 {
          for frame in start..<end { expected[channel][frame] += field[channel][frame - start] }
        }
      }
    }
    let found = render([frames])
    for channel in 0..<4 {
      let difference = zip(found[channel], expected[channel]).reduce(0) { max($0, abs($1.0 - $1.1)) }
      // Three products of rounded gains of up to 2.
      #expect(difference < 2e-6 && found[channel].contains { abs($0) > 0.1 })
    }
  }

  @Test(arguments: [[1], [7], [64], [3, 0, 129, 1, 500]]) func anyBlocksGiveTheSameBits(_ blocks: [Int]) {
    let isSame = render([frames]).map { $0.map(\.bitPattern) } == render(blocks).map { $0.map(\.bitPattern) }
    #expect(isSame)
  }

  @Test func resetTakesTheNextGainsAtOnce() {
    let encoder = FieldEncoder(sources: 1, rampFrames: 480)
    let input = ChannelBuffer(channels: 1, capacity: 16)
    let field = ChannelBuffer(channels: 4, capacity: 16)
    input[0][0] = 1
    encoder.move(0, to: FirstOrderGains(.front))
    encoder.process(input, into: field, frames: 16)
    encoder.reset()
    encoder.move(0, to: FirstOrderGains(w: 1, y: 1, z: 0, x: 0))
    encoder.process(input, into: field, frames: 16)
    #expect(field[0][0] == 1 && field[1][0] == 1 && field[3][0] == 0)
  }
}
