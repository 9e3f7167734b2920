import Signal

/// Hands the same sound to several.
final class Tee: SoundStage {
  private let nexts: [any SoundStage]

  init(_ nexts: [any SoundStage]) { self.nexts = nexts }

  func take(_ audio: borrowing ChannelBuffer, from start: Int, frames: Int) throws {
    for next in nexts { try next.take(audio, from: start, frames: frames) }
  }

  func finish() throws {
    for next in nexts { try next.finish() }
  }
}
