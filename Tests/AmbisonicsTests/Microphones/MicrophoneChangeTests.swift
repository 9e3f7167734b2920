import Foundation
import Signal
import Testing

@testable import Ambisonics

/// The encoder in time: blocks, changes while it plays, the high-pass.
@Suite struct MicrophoneChangeTests {
  private let rate = 48_000.0

  private func noise(_ count: Int, _ seed: UInt32) -> [Float] {
    var state = seed &* 2_654_435_761 | 1
    return (0..<count).map { _ in
      state ^= state << 13
      state ^= state >> 17
      state ^= state << 5
      return Float(Int32(bitPattern: state)) / 2_147_483_648
    }
  }

  /// `settings`: from the frame on.
  private func render(
    _ input: [[Float]], _ settings: [Int: MicrophoneSetting], blocks: [Int], _ encoder: inout MicrophoneEncoder
  ) -> [[Float]] {
    let frames = input[0].count
    let here = ChannelBuffer(channels: 4, capacity: 256)
    let there = ChannelBuffer(channels: 4, capacity: 264)
    var output = [[Float]](repeating: [], count: 4)
    var (start, index) = (0, 0)
    while start < frames {
      if let setting = settings[start] { encoder.move(to: setting) }
      let next = settings.keys.filter { $0 > start }.min() ?? frames
      let count = min(blocks[index % blocks.count], next - start, frames - start)
      for channel in 0..<4 { here[channel].update(from: Array(input[channel][start..<start + count]), count: count) }
      encoder.process(here, into: there, frames: count)
      for channel in 0..<4 { output[channel] += UnsafeBufferPointer(start: there[channel], count: count) }
      start += count
      index += 1
    }
    return output
  }

  private func encoder() -> MicrophoneEncoder { MicrophoneEncoder(sampleRate: rate, rampFrames: 480, capacity: 256) }

  private var changes: [Int: MicrophoneSetting] {
    var settings: [Int: MicrophoneSetting] = [:]
    var setting = MicrophoneSetting()
    settings[0] = setting
    setting.microphone = TetrahedralMicrophone(radiusMetres: 0.02, directivity: 0.4)
    settings[700] = setting
    // Before the fade has ended, and once more.
    setting.highPassHz = 100
    settings[900] = setting
    setting.orientation = .endFireFrontUp
    setting.microphone.radiusMetres = 0.03
    settings[1000] = setting
    setting.format = .fuMa
    settings[2500] = setting
    return settings
  }

  @Test(arguments: [[1], [7], [64], [3, 0, 129, 1, 255]]) func anyBlocksGiveTheSameBits(_ blocks: [Int]) {
    let input = (0..<4).map { noise(4000, UInt32($0 + 1)) }
    var one = encoder()
    var other = encoder()
    let expected = render(input, changes, blocks: [256], &one)
    let found = render(input, changes, blocks: blocks, &other)
    let isSame = expected.map { $0.map(\.bitPattern) } == found.map { $0.map(\.bitPattern) }
    #expect(isSame && expected[3].contains { abs($0) > 0.1 })
  }

  @Test func resetGivesTheSameAgain() {
    let input = (0..<4).map { noise(3000, UInt32($0 + 1)) }
    var encoder = self.encoder()
    let first = render(input, changes, blocks: [100], &encoder)
    encoder.reset()
    #expect(render(input, changes, blocks: [100], &encoder) == first)
  }

  /// After two fades it is what it would have been from the start: no memory but of the high-pass, which has ended by then.
  @Test func aChangeArrives() {
    let input = (0..<4).map { noise(20_000, UInt32($0 + 1)) }
    var moved = encoder()
    var fresh = encoder()
    let last = changes[1000]!
    let found = render(input, changes.filter { $0.key <= 1000 }, blocks: [64], &moved)
    let expected = render(input, [0: last], blocks: [64], &fresh)
    for channel in 0..<4 {
      let difference = zip(found[channel], expected[channel]).suffix(10_000).reduce(0) { max($0, abs($1.0 - $1.1)) }
      #expect(difference < 1e-6)
    }
  }

  /// A constant through a change of everything: at most what the gains move in a ramp of 480 frames.
  @Test func changesMakeNoStep() {
    let input = [[Float]](repeating: [Float](repeating: 0.5, count: 6000), count: 4)
    var encoder = self.encoder()
    let output = render(input, changes, blocks: [64], &encoder)
    for channel in output {
      let step = zip(channel.dropFirst(100), channel.dropFirst(101)).reduce(0) { max($0, abs($1.1 - $1.0)) }
      #expect(step < 2.0 / 480, "\(step)")
    }
  }

  /// Butterworth: −3 dB at the corner, 12 dB an octave below it, none above.
  @Test(arguments: [Float(20), 80, 300], [44_100.0, 192_000]) func theHighPassIsSteep(_ corner: Float, _ rate: Double) {
    var filter = FieldHighPass()
    filter.begin(cutoffHz: corner, sampleRate: Float(rate))
    let frames = Int(2 * rate)
    let x = (0..<4).map { _ in FloatBufferBox(frames) }
    for channel in x { channel.buffer[0] = 1 }
    filter.process(
      x[0].buffer.pointer, x[1].buffer.pointer, x[2].buffer.pointer, x[3].buffer.pointer, frames: frames)
    for (ratio, expected) in [(0.25, -24.1), (0.5, -12.3), (1, -3.01), (4, -0.017)] {
      let step = -2 * Double.pi * Double(corner) * ratio / rate
      var sum = Phasor.zero
      for frame in 0..<frames { sum += Phasor(Double(x[2].buffer[frame]), phase: step * Double(frame)) }
      // Single-precision frames, and the bilinear bend of 300 Hz.
      #expect(abs(10 * log10(sum.power) - expected) < 0.02, "at \(ratio) of the corner: \(10 * log10(sum.power)) dB")
    }
  }
}

/// Several of them in an array.
private final class FloatBufferBox {
  let buffer: FloatBuffer

  init(_ count: Int) { buffer = FloatBuffer(count: count) }
}
