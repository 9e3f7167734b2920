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

  /// Everything that can be found wrong before the work begins is found here and in `run` before the first frame.
  init(_ arguments: Arguments, _ terminal: Terminal) throws {
    self.arguments = arguments
    self.terminal = terminal
    path = arguments.operands[0]
    setting = try ProcessSetting(arguments, recording: path)
    plan = try OutputPlan(arguments, files: setting.layout.files, recording: path)
    recording = try Recording(path, arguments)
    let rate = recording.reader.info.sampleRate
    outputRate = try SoundSource.rate(arguments) ?? rate
  }

  func run() throws -> ProcessReport {
    let start = (wall: Clock.now, processor: Clock.processor)
    for note in recording.notes + setting.notes { terminal.note("\(path): \(note)") }
    let stages = try makeStages()
    try recording.readAll(into: stages.first)
    stages.progress.end()
    let report = ProcessReport(
      source: recording, plan: plan, files: stages.files, outputRate: outputRate,
      details: [
        ("layout", .text(setting.layout.rawValue)),
        ("renderingRate", .whole(Recording.renderingRate(recording.reader.info.sampleRate))),
        ("latencyFrames", .whole(stages.rendering.latencyFrames)),
      ],
      notes: recording.notes + setting.notes,
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

  private func makeStages() throws -> Stages {
    let weights = try WeightsSearch.folder(chosen: arguments[ProcessOptions.weights])
    let info = recording.reader.info
    let expected = info.frames.map { RenderingChain.converted($0, from: info.sampleRate, to: outputRate) }
    let progress = Progress(
      .chosen(arguments), terminal, name: FilePath.name(path), totalFrames: expected, sampleRate: outputRate)
    // Made when everything else is known to be right: a pipe gets its header at once.
    var files: FileStage!
    let chain = try RenderingChain(recording, setting, weights: weights, outputRate: outputRate, terminal) {
      let writers = try plan.writers(sampleRate: outputRate, frames: expected)
      files = FileStage(writers, plan.files, progress)
      return files
    }
    return Stages(first: chain.first, rendering: chain.rendering, files: files, progress: progress)
  }
}
