import AudioFiles
import Signal
import Spatial

extension MeasuredArray {
  /// The same at another sample rate.
  func resampled(to rate: Int) -> MeasuredArray {
    let ownRate = Int(sampleRate.rounded())
    guard ownRate != rate else { return self }
    let ratio = Double(rate) / Double(ownRate)
    // Room before and behind for the converter's filter, which rings.
    let margin = 256
    let length = frames + 2 * margin
    let converted = Int((Double(length) * ratio).rounded(.down))
    let input = ChannelBuffer(channels: microphones, capacity: length)
    let output = ChannelBuffer(channels: microphones, capacity: converted + 64)
    var result = [Float](repeating: 0, count: directions.count * microphones * converted)
    for direction in directions.indices {
      for microphone in 0..<microphones {
        let start = (direction * microphones + microphone) * frames
        for frame in 0..<frames { input[microphone][margin + frame] = samples[start + frame] }
      }
      let given = Self.convert(input, frames: length, from: ownRate, to: rate, into: output)
      for microphone in 0..<microphones {
        let start = (direction * microphones + microphone) * converted
        for frame in 0..<min(given, converted) { result[start + frame] = output[microphone][frame] }
      }
    }
    return MeasuredArray(
      directions: directions, microphones: microphones, frames: converted, sampleRate: Double(rate), samples: result,
      delays: delays.map { Float(Double($0) * ratio) })
  }

  /// Returns how many frames there are in the end.
  private static func convert(
    _ input: borrowing ChannelBuffer, frames: Int, from inputRate: Int, to outputRate: Int,
    into output: borrowing ChannelBuffer
  ) -> Int {
    let resampler = Resampler(from: inputRate, to: outputRate, channels: input.channels)
    let piece = ChannelBuffer(channels: input.channels, capacity: output.capacity)
    var (done, given) = (0, 0)
    while true {
      let isFlushing = done == frames
      let step =
        isFlushing
        ? (taken: 0, given: resampler.flush(into: piece))
        : resampler.process(input, from: done, frames: frames - done, into: piece)
      let kept = min(step.given, output.capacity - given)
      for channel in 0..<input.channels { (output[channel] + given).update(from: piece[channel], count: kept) }
      done += step.taken
      given += kept
      if isFlushing && step.given == 0 { return given }
    }
  }
}
