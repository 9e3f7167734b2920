import Signal

/// Renders, moves controls at their frames, and takes the latency out: as many frames go out as come in.
final class RenderStage: SoundStage {
  private let rendering: Rendering
  private let board: ControlBoard
  private var automation: Automation
  private let sampleRate: Double
  private let next: any SoundStage
  /// Taken so far.
  private var position = 0

  /// `automation`: what it says for time 0 is set before the first frame. `sampleRate`: of the rendering.
  init(
    _ rendering: Rendering, _ board: ControlBoard, _ automation: Automation, sampleRate: Int, next: any SoundStage
  ) {
    self.rendering = rendering
    self.board = board
    self.automation = automation
    self.sampleRate = Double(sampleRate)
    self.next = next
    while self.automation.nextSeconds == 0 { self.automation.apply(to: board) }
    rendering.begin()
  }

  func take(_ audio: borrowing ChannelBuffer, from start: Int, frames: Int) throws {
    var done = 0
    while done < frames {
      while let frame = eventFrame, frame <= position { automation.apply(to: board) }
      let untilEvent = eventFrame.map { $0 - position } ?? .max
      let count = min(frames - done, Rendering.most, untilEvent)
      rendering.process(audio, from: start + done, frames: count)
      let early = min(count, max(0, rendering.latencyFrames - position))
      if early < count { try next.take(rendering.output, from: early, frames: count - early) }
      position += count
      done += count
    }
  }

  func finish() throws {
    let silence = ChannelBuffer(channels: 4, capacity: Rendering.most)
    var left = position > 0 ? rendering.latencyFrames : 0
    while left > 0 {
      let count = min(left, silence.capacity)
      try take(silence, from: 0, frames: count)
      left -= count
    }
    try next.finish()
  }

  /// In the stream that comes in, so that it is heard at its time: the remix acts where the recording leaves it.
  private var eventFrame: Int? {
    let frame = automation.nextSeconds * sampleRate
    return frame < 1e15 ? Int(frame.rounded()) + rendering.latencyFrames : nil
  }
}
