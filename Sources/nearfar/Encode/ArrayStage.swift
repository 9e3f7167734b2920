import CPlatform
import Signal
import Spatial

/// What an array's filters make of its microphones, with their latency taken out: as many frames go out as come in.
final class ArrayStage: SoundStage {
  private static let most = 1024
  private var convolver: PartitionedConvolver
  private let input: ChannelBuffer
  private let output = ChannelBuffer(channels: 4, capacity: most)
  private let latencyFrames: Int
  private let next: any SoundStage
  /// Taken so far.
  private var position = 0

  init(_ encoder: borrowing ArrayEncoder, next: any SoundStage) {
    let responses = ChannelBuffer(channels: 4 * encoder.microphones, capacity: encoder.taps)
    for microphone in 0..<encoder.microphones {
      for channel in 0..<4 {
        responses[4 * microphone + channel].update(
          from: encoder.response(of: microphone, in: channel), count: encoder.taps)
      }
    }
    var convolver = PartitionedConvolver(
      inputs: encoder.microphones, outputs: 4, partitionFrames: 256, taps: encoder.taps)
    convolver.load(responses, frames: encoder.taps)
    self.convolver = convolver
    input = ChannelBuffer(channels: encoder.microphones, capacity: Self.most)
    latencyFrames = encoder.latencyFrames
    self.next = next
  }

  func take(_ audio: borrowing ChannelBuffer, from start: Int, frames: Int) throws {
    var done = 0
    while done < frames {
      let count = min(Self.most, frames - done)
      for channel in 0..<input.channels {
        input[channel].update(from: audio[channel] + start + done, count: count)
        VectorMath.replaceNonFinite(input[channel], count: count)
      }
      try filter(frames: count)
      done += count
    }
  }

  /// What is still on its way comes out behind silence.
  func finish() throws {
    input.clear()
    var left = position > 0 ? latencyFrames : 0
    while left > 0 {
      let count = min(left, Self.most)
      try filter(frames: count)
      left -= count
    }
    try next.finish()
  }

  private func filter(frames: Int) throws {
    let mode = nf_rt_flush_denormals()
    convolver.process(input, into: output, frames: frames)
    nf_rt_restore_denormals(mode)
    let early = min(frames, max(0, latencyFrames - position))
    if early < frames { try next.take(output, from: early, frames: frames - early) }
    position += frames
  }
}
