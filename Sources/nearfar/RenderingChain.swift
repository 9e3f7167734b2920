import AudioFiles
import Options
import Plugins
import Signal

/// The way of a recording through the plugins to whoever takes what is rendered: converted to a rate that they work at, and from it.
struct RenderingChain {
  /// Takes the recording.
  let first: any SoundStage
  let rendering: Rendering

  /// From the end to the beginning. `last`: makes what takes the rendering's channels at `outputRate`.
  init(
    _ recording: Recording, _ setting: ProcessSetting, _ kind: Rendering.Kind = .remixed, weights: String,
    outputRate: Int, _ terminal: Terminal, last: () throws -> any SoundStage
  ) throws {
    let layout = setting.layout
    let reader = recording.reader
    let inputRate = reader.info.sampleRate
    let rate = Recording.renderingRate(inputRate)
    let log = BuildLog(terminal)
    let build = BuildSetting(sampleRate: Double(rate), bundlePath: weights, log: log.take)
    let rendering = try Rendering(layout, build, kind)
    try setting.choose(in: rendering, build)
    try log.check(weights: weights)
    let board = ControlBoard(rendering)
    let automation = try setting.setControls(board)

    let end = Self.converting(reader, from: rate, to: outputRate, channels: rendering.output.channels, try last())
    let stage = RenderStage(rendering, board, automation, sampleRate: rate, next: end)
    first = Self.converting(reader, from: inputRate, to: rate, channels: 4, stage)
    self.rendering = rendering
  }

  /// As many frames at `outputRate` as last as long as what is read; `next` itself where the rate stays.
  static func converting(
    _ reader: any SoundReader, from inputRate: Int, to outputRate: Int, channels: Int, _ next: any SoundStage
  ) -> any SoundStage {
    if inputRate == outputRate { return next }
    let total = { converted(reader.framesRead, from: reader.info.sampleRate, to: outputRate) }
    return RateStage(from: inputRate, to: outputRate, channels: channels, total: total, next: next)
  }

  /// How many frames last as long at another rate; the nearest number.
  static func converted(_ frames: Int, from inputRate: Int, to outputRate: Int) -> Int {
    let (whole, rest) = frames.quotientAndRemainder(dividingBy: inputRate)
    return whole * outputRate + (rest * outputRate + inputRate / 2) / inputRate
  }
}
