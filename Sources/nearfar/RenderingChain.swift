import Options
import Plugins
import Signal

/// The way of a recording through the plugins to whoever takes what is rendered: converted to a rate that they work at, and from it.
struct RenderingChain {
  /// Takes the recording.
  let first: any SoundStage
  let rendering: Rendering

  /// From the end to the beginning. `last`: makes what takes the layout's channels at `outputRate`.
  init(
    _ recording: Recording, _ setting: ProcessSetting, weights: String, outputRate: Int, _ terminal: Terminal,
    last: () throws -> any SoundStage
  ) throws {
    let layout = setting.layout
    let reader = recording.reader
    let inputRate = reader.info.sampleRate
    let rate = Recording.renderingRate(inputRate)
    let log = BuildLog(terminal)
    let build = BuildSetting(sampleRate: Double(rate), bundlePath: weights, log: log.take)
    let rendering = try Rendering(layout, build)
    try setting.choose(in: rendering, build)
    try log.check(weights: weights)
    let board = ControlBoard(rendering)
    let automation = try setting.setControls(board)

    var first = try last()
    if rate != outputRate {
      let total = { Self.converted(reader.framesRead, from: inputRate, to: outputRate) }
      first = RateStage(from: rate, to: outputRate, channels: layout.channels, total: total, next: first)
    }
    first = RenderStage(rendering, board, automation, sampleRate: rate, next: first)
    if inputRate != rate {
      let total = { Self.converted(reader.framesRead, from: inputRate, to: rate) }
      first = RateStage(from: inputRate, to: rate, channels: 4, total: total, next: first)
    }
    (self.first, self.rendering) = (first, rendering)
  }

  /// How many frames last as long at another rate; the nearest number.
  static func converted(_ frames: Int, from inputRate: Int, to outputRate: Int) -> Int {
    let (whole, rest) = frames.quotientAndRemainder(dividingBy: inputRate)
    return whole * outputRate + (rest * outputRate + inputRate / 2) / inputRate
  }
}
