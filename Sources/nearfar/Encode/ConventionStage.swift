import Signal

/// Orders and scales a field (W Y Z X, SN3D) as another convention has it.
final class ConventionStage: SoundStage {
  private static let most = 4096
  /// Of each output in turn: its place in W Y Z X, and its gain.
  private let channels: [(place: Int, gain: Float)]
  private let output = ChannelBuffer(channels: 4, capacity: most)
  private let next: any SoundStage

  init(_ convention: FieldConvention, _ order: FieldOrder, next: any SoundStage) {
    channels = order.places.map { ($0, convention.gains[$0]) }
    self.next = next
  }

  func take(_ audio: borrowing ChannelBuffer, from start: Int, frames: Int) throws {
    var done = 0
    while done < frames {
      let count = min(Self.most, frames - done)
      for (index, channel) in channels.enumerated() {
        let (source, target) = (audio[channel.place] + start + done, output[index])
        for frame in 0..<count { target[frame] = channel.gain * source[frame] }
      }
      try next.take(output, from: 0, frames: count)
      done += count
    }
  }

  func finish() throws { try next.finish() }
}
