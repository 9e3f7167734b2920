import AudioFiles
import Options
import Plugins
import Signal

/// One recording on its way through the plugins to its files.
final class ProcessJob {
  let plan: OutputPlan
  private let arguments: Arguments
  private let path: String
  private let terminal: Terminal
  private let setting: ProcessSetting
  private let recording: Recording
  private let outputRate: Int
  private let renderingRate: Int

  /// Everything that can be found wrong before the work begins is found here and in `run` before the first frame.
  init(_ arguments: Arguments, _ terminal: Terminal) throws {
    self.arguments = arguments
    self.terminal = terminal
    path = arguments.operands[0]
    setting = try ProcessSetting(arguments, recording: path)
    plan = try OutputPlan(arguments, layout: setting.layout, recording: path)
    recording = try Recording(path, arguments)
    let rate = recording.reader.info.sampleRate
    outputRate = try Self.rate(arguments[ProcessOptions.rate]) ?? rate
    renderingRate = Recording.renderingRate(rate)
  }

  func run() throws -> ProcessReport {
    let start = (wall: Clock.now, processor: Clock.processor)
    for note in recording.notes { terminal.note("\(path): \(note)") }
    let stages = try makeStages()
    try recording.readAll(into: stages.first)
    stages.progress.end()
    let report = ProcessReport(
      recording: recording, plan: plan, layout: setting.layout, files: stages.files, outputRate: outputRate,
      renderingRate: renderingRate, latencyFrames: stages.rendering.latencyFrames,
      seconds: Clock.now - start.wall, processorSeconds: Clock.processor - start.processor)
    for warning in report.warnings { terminal.warning(warning) }
    return report
  }

  private struct Stages {
    let first: any SoundStage
    let rendering: Rendering
    let files: FileStage
    let progress: Progress
  }

  /// From the end to the beginning.
  private func makeStages() throws -> Stages {
    let layout = setting.layout
    let weights = try WeightsSearch.folder(chosen: arguments[ProcessOptions.weights])
    let log = BuildLog(terminal)
    let build = BuildSetting(sampleRate: Double(renderingRate), bundlePath: weights, log: log.take)
    let rendering = try Rendering(layout, build)
    try setting.choose(in: rendering, build)
    try log.check(weights: weights)
    let board = ControlBoard(rendering)
    let automation = try setting.setControls(board)

    let reader = recording.reader
    let (inputRate, outputRate) = (reader.info.sampleRate, outputRate)
    let form = arguments[ProcessOptions.progress].flatMap { Progress.Form(rawValue: $0) } ?? .auto
    let expected = reader.info.frames.map { Self.converted($0, from: inputRate, to: outputRate) }
    let progress = Progress(
      form, terminal, name: FilePath.name(path), totalFrames: expected, sampleRate: outputRate)
    let writers = try plan.writers(layout, sampleRate: outputRate, frames: expected)
    let files = FileStage(writers, layout.outputs, progress)
    var first: any SoundStage = files
    if renderingRate != outputRate {
      let total = { Self.converted(reader.framesRead, from: inputRate, to: outputRate) }
      first = RateStage(from: renderingRate, to: outputRate, channels: layout.channels, total: total, next: first)
    }
    first = RenderStage(rendering, board, automation, sampleRate: renderingRate, next: first)
    if inputRate != renderingRate {
      let total = { [renderingRate] in Self.converted(reader.framesRead, from: inputRate, to: renderingRate) }
      first = RateStage(from: inputRate, to: renderingRate, channels: 4, total: total, next: first)
    }
    return Stages(first: first, rendering: rendering, files: files, progress: progress)
  }

  /// How many frames last as long at another rate; the nearest number.
  static func converted(_ frames: Int, from inputRate: Int, to outputRate: Int) -> Int {
    let (whole, rest) = frames.quotientAndRemainder(dividingBy: inputRate)
    return whole * outputRate + (rest * outputRate + inputRate / 2) / inputRate
  }

  private static func rate(_ text: String?) throws(Failure) -> Int? {
    guard let text else { return nil }
    guard let rate = Int(text), Recording.rates.contains(rate) else {
      throw Failure(.usage, "--rate is a whole number of Hz from 8000 to 768000, not '\(text)'")
    }
    return rate
  }
}
