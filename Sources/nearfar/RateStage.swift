import AudioFiles
import Signal

/// Converts the sample rate.
final class RateStage: SoundStage {
  private let resampler: Resampler
  private let converted: ChannelBuffer
  private let next: any SoundStage
  private var framesGiven = 0
  /// How many frames there are to be in the end; asked when no more come.
  private let total: () -> Int

  /// Rates in frames per second.
  init(from inputRate: Int, to outputRate: Int, channels: Int, total: @escaping () -> Int, next: any SoundStage) {
    resampler = Resampler(from: inputRate, to: outputRate, channels: channels)
    converted = ChannelBuffer(channels: channels, capacity: 4096)
    self.total = total
    self.next = next
  }

  func take(_ audio: borrowing ChannelBuffer, from start: Int, frames: Int) throws {
    var done = 0
    while true {
      let (taken, given) = resampler.process(audio, from: start + done, frames: frames - done, into: converted)
      done += taken
      try give(given)
      if done == frames && given < converted.capacity { return }
    }
  }

  func finish() throws {
    let total = total()
    while framesGiven < total {
      let given = resampler.flush(into: converted)
      if given == 0 { break }
      try give(min(given, total - framesGiven))
    }
    converted.clear()
    while framesGiven < total { try give(min(converted.capacity, total - framesGiven)) }
    try next.finish()
  }

  private func give(_ frames: Int) throws {
    if frames > 0 { try next.take(converted, from: 0, frames: frames) }
    framesGiven += frames
  }
}
