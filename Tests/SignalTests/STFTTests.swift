import Testing

@testable import Signal

@Suite struct STFTTests {
  private let frames = 10_000

  /// Input through analysis and synthesis, in pieces of the given sizes.
  private func pass(_ stft: inout STFT, _ inputs: [[Float]], _ sizes: [Int]) -> [[Float]] {
    let channels = inputs.count
    let input = ChannelBuffer(channels: channels, capacity: frames)
    let output = ChannelBuffer(channels: channels, capacity: frames)
    let spectra = Spectra(channels: channels, bins: stft.bins)
    for channel in 0..<channels { input.fill(channel, inputs[channel]) }
    pieces(frames, sizes) { start, count in
      var done = 0
      while done < count {
        done += stft.advance(input, into: output, from: start + done, frames: count - done)
        if stft.isHopComplete {
          stft.analyse(into: spectra)
          stft.synthesise(spectra)
        }
      }
    }
    return (0..<channels).map { output.values($0) }
  }

  @Test(arguments: [64, 512, 1024, 4096]) func reconstructsTheInputLateByTheLatency(_ size: Int) {
    var stft = STFT(size: size, inputs: 2, outputs: 2)
    let inputs = [noise(frames, seed: 5), noise(frames, seed: 6)]
    let outputs = pass(&stft, inputs, [333])
    let latency = stft.latencyFrames
    for channel in 0..<2 {
      let expected = Array(([Float](repeating: 0, count: latency) + inputs[channel]).prefix(frames))
      // Two transforms of some ulps and a sum of four: −120 dB.
      #expect(difference(outputs[channel], expected) < 1e-6)
      #expect(peak(outputs[channel]) > 0.9)
    }
  }

  @Test(arguments: divisions) func anyDivisionGivesTheSameBits(_ sizes: [Int]) {
    let inputs = [noise(frames, seed: 5)]
    var one = STFT(size: 1024, inputs: 1, outputs: 1)
    var other = STFT(size: 1024, inputs: 1, outputs: 1)
    let (expected, found) = (pass(&one, inputs, [256]), pass(&other, inputs, sizes))
    #expect(bits(expected[0]) == bits(found[0]))
  }

  /// Pairs share a transform; a third output is by itself, and a twin has none.
  @Test func threeOutputsAndATwin() {
    var stft = STFT(size: 256, inputs: 3, outputs: 4)
    let inputs = [noise(frames, seed: 8), noise(frames, seed: 9), noise(frames, seed: 10)]
    let input = ChannelBuffer(channels: 3, capacity: frames)
    let output = ChannelBuffer(channels: 4, capacity: frames)
    let spectra = Spectra(channels: 4, bins: stft.bins)
    for channel in 0..<3 { input.fill(channel, inputs[channel]) }
    var done = 0
    while done < frames {
      done += stft.advance(input, into: output, from: done, frames: frames - done)
      guard stft.isHopComplete else { continue }
      stft.analyse(into: spectra)
      // The twin stands between the others.
      for (to, from) in [(3, 2), (2, 1)] {
        spectra.real(to).update(from: spectra.real(from), count: spectra.lanes)
        spectra.imaginary(to).update(from: spectra.imaginary(from), count: spectra.lanes)
      }
      spectra.real(1).update(repeating: 99, count: spectra.lanes)
      stft.synthesise(spectra, outputs: 4, twin: 1)
    }
    for (channel, source) in [(0, 0), (1, 0), (2, 1), (3, 2)] {
      let expected = Array(([Float](repeating: 0, count: stft.latencyFrames) + inputs[source]).prefix(frames))
      #expect(difference(output.values(channel), expected) < 1e-6)
    }
    #expect(bits(output.values(0)) == bits(output.values(1)))
  }

  @Test func resetForgets() {
    var stft = STFT(size: 512, inputs: 1, outputs: 1)
    let inputs = [noise(frames, seed: 7)]
    let first = pass(&stft, inputs, [100])
    stft.reset()
    let second = pass(&stft, inputs, [77])
    #expect(bits(first[0]) == bits(second[0]) && peak(first[0]) > 0.9)
  }
}
