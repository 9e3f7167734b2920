import AudioFiles
import Options
import Signal

/// One recording on its way into files that play anywhere: rendered and measured first, then written.
final class BakeJob {
  private let arguments: Arguments
  private let path: String
  private let terminal: Terminal
  private let plan: BakePlan
  private let setting: ProcessSetting
  private let recording: Recording
  private let stereoRate: Int

  /// Everything that can be found wrong before the work begins is found here and in `run` before the first frame.
  init(_ arguments: Arguments, _ terminal: Terminal) throws {
    self.arguments = arguments
    self.terminal = terminal
    path = arguments.operands[0]
    plan = try BakePlan(arguments, recording: path)
    recording = try Recording(path, arguments)
    setting = try ProcessSetting(arguments, recording: path)
    stereoRate = plan.stereoRate(recording.reader.info.sampleRate)
  }

  func run() throws -> BakeReport {
    let start = Clock.now
    for note in recording.notes + setting.notes { terminal.note("\(path): \(note)") }
    let info = recording.reader.info
    // Begun first, so that what cannot be is found before the time is spent.
    let output = try plan.output(fieldRate: info.sampleRate)
    let frames = info.frames.map { RenderingChain.converted($0, from: info.sampleRate, to: stereoRate) }
    // Rendered and written: every frame is passed twice.
    let progress = Progress(
      .chosen(arguments), terminal, name: FilePath.name(path), totalFrames: frames.map { 2 * $0 },
      sampleRate: 2 * stereoRate)
    let rendered = try BakeRendering(recording, setting, plan, arguments, terminal, progress)
    let fieldGain = fieldGain(rendered)
    let spatial = rendered.spatialLevel.loudness.map { $0 + fieldGain }
    let master = try StereoMaster(
      rendered.stereo.spool, rendered.stereoLevel, target: spatial, ceiling: plan.ceiling, sampleRate: stereoRate)
    let mix = try BakedMix.text(
      rendered, setting.mix, loudness: rendered.fieldLevel.loudness.map { $0 + fieldGain }, isApplied: plan.appliesMix)
    try BakeWriting(rendered, master, output, progress).run(try field(rendered, gain: fieldGain))
    try output.finish(mixMetadata: mix)
    progress.end()
    let report = BakeReport(
      recording: recording, plan: plan, master: master, spatialLoudness: spatial, fieldGain: fieldGain,
      seconds: Clock.now - start)
    for warning in report.warnings { terminal.warning(warning) }
    return report
  }

  /// In dB. Whole numbers cannot hold what a remix lifts beyond full scale; a recording goes through as it is.
  private func fieldGain(_ rendered: BakeRendering) -> Double {
    guard let field = rendered.field, plan.bits.clips, field.peak > 0 else { return 0 }
    return min(0, Self.fieldCeiling - Decibels.level(field.peak))
  }

  /// Of a remixed field, in dB re full scale.
  private static let fieldCeiling = -1.0

  /// The field that is written, from its beginning on.
  private func field(_ rendered: BakeRendering, gain: Double) throws -> BakedField {
    guard let field = rendered.field else { return .recording(try Recording(path, arguments)) }
    try field.spool.rewind()
    return .remixed(field.spool, gain: Float(Decibels.amplitude(gain)), sampleRate: recording.reader.info.sampleRate)
  }
}
