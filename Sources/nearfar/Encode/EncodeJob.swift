import AudioFiles
import Options
import Plugins
import Signal
import Spatial

/// One file on its way to a field.
final class EncodeJob {
  let plan: OutputPlan
  private let arguments: Arguments
  private let path: String
  private let terminal: Terminal
  private let setting: EncodeSetting
  private let source: SoundSource
  private let outputRate: Int
  private(set) var accuracy: ArrayAccuracy?

  /// Everything that can be found wrong before the work begins is found here and in `run` before the first frame.
  init(_ arguments: Arguments, _ terminal: Terminal) throws {
    self.arguments = arguments
    self.terminal = terminal
    path = arguments.operands[0]
    let reader = try SoundSource.open(path, track: try SoundSource.track(arguments))
    let chosen = try Self.chosen(arguments, reader.info.channels, path)
    setting = try EncodeSetting(
      arguments, path, channels: chosen?.count ?? reader.info.channels,
      isBFormat: SoundSource.saysBFormat(path, reader.info))
    source = try Self.source(reader, setting, chosen)
    plan = try OutputPlan(arguments, files: setting.files, recording: path)
    outputRate = try SoundSource.rate(arguments) ?? reader.info.sampleRate
  }

  /// From 0.
  private static func chosen(_ arguments: Arguments, _ count: Int, _ path: String) throws(Failure) -> [Int]? {
    guard let text = arguments[EncodeOptions.channels] else { return nil }
    guard let numbers = SoundSource.channels(text) else {
      throw Failure(.usage, "--channels is different numbers from 1 on, as 3,4,5,6, not '\(text)'")
    }
    return try SoundSource.checked(numbers, of: count, path)
  }

  private static func source(
    _ reader: any SoundReader, _ setting: EncodeSetting, _ chosen: [Int]?
  ) throws(Failure) -> SoundSource {
    let (wanted, count) = (setting.channels, chosen?.count ?? reader.info.channels)
    var notes = reader.info.faults
    if count != wanted {
      let isHigher = setting.format.isField && (2...7).contains { ($0 + 1) * ($0 + 1) == count }
      guard isHigher && chosen == nil else {
        let what = setting.format == .array ? "the microphone" : setting.format.rawValue
        let has = chosen == nil ? "has \(count) channel\(count == 1 ? "" : "s")" : "\(count) channels are chosen"
        throw Failure(
          chosen == nil ? .input : .usage,
          "\(reader.path): \(has), but \(what) has \(wanted) (\(setting.format.order)); choose as many with --channels, or say what they are with --from or --microphone"
        )
      }
      notes.append("is of a higher order; its first four channels, the first order, are used")
    }
    let channels = chosen ?? Array(0..<count)
    return SoundSource(reader, channels: try setting.inputOrder().map { channels[$0] }, notes: notes)
  }

  func run() throws -> ProcessReport {
    let start = (wall: Clock.now, processor: Clock.processor)
    for note in source.notes { terminal.note("\(path): \(note)") }
    let info = source.reader.info
    let expected = info.frames.map { RenderingChain.converted($0, from: info.sampleRate, to: outputRate) }
    let progress = Progress(
      .chosen(arguments), terminal, name: FilePath.name(path), totalFrames: expected, sampleRate: outputRate)
    var files: FileStage!
    let first = try makeChain {
      files = FileStage(try plan.writers(sampleRate: outputRate, frames: expected), plan.files, progress)
      return files
    }
    try source.readAll(into: first)
    progress.end()
    let report = ProcessReport(
      source: source, plan: plan, files: files, outputRate: outputRate, details: details,
      notes: source.notes,
      seconds: Clock.now - start.wall, processorSeconds: Clock.processor - start.processor)
    for warning in report.warnings { terminal.warning(warning) }
    return report
  }

  /// From the end to the beginning; `last` is made when everything else is known to be right.
  private func makeChain(_ last: () throws -> any SoundStage) throws -> any SoundStage {
    let inputRate = source.reader.info.sampleRate
    let plugins = try setting.plugins(BuildSetting(sampleRate: Double(inputRate)))
    guard let microphone = setting.microphone,
      let encoder = ArrayEncoder(
        microphone, sampleRate: inputRate, noiseGainDecibels: setting.noiseGainDecibels)
    else { return try connect(plugins, last) }
    accuracy = encoder.accuracy
    let text = AccuracyText(encoder.accuracy)
    terminal.note("\(arguments[EncodeOptions.microphone] ?? ""): \(microphone.summary); \(text.line)")
    return ArrayStage(encoder, next: try connect(plugins, last))
  }

  private func connect(_ plugins: [HostedPlugin], _ last: () throws -> any SoundStage) throws -> any SoundStage {
    let inputRate = source.reader.info.sampleRate
    var stage = try last()
    if setting.convention != .ambix || !setting.order.isAmbiX {
      stage = ConventionStage(setting.convention, setting.order, next: stage)
    }
    if inputRate != outputRate {
      let (reader, outputRate) = (source.reader, outputRate)
      let total = { RenderingChain.converted(reader.framesRead, from: inputRate, to: outputRate) }
      stage = RateStage(from: inputRate, to: outputRate, channels: 4, total: total, next: stage)
    }
    for plugin in plugins.reversed() { stage = PluginStage(plugin, next: stage) }
    return stage
  }

  private var details: [(String, JSONValue)] {
    [
      ("from", .text(setting.format.rawValue)), ("microphone", .optional(arguments[EncodeOptions.microphone])),
      ("to", .text(setting.convention.rawValue)), ("order", .text(setting.order.text)),
      ("accuracy", accuracy.map { AccuracyText($0).json } ?? .null),
    ]
  }
}
