import AudioFiles
import Options
import Plugins
import Remix
import Signal

/// `nearfar analyze`: what a recording's parts are, as mix metadata beside it.
enum AnalyzeCommand {
  static let output = OptionSpec(
    "output", "o", .file("MIX"), "Where the mix metadata go (beside FILE: its name with the ending .mix.json).")

  static let spec = CommandSpec(
    "analyze", summary: "Measures voices and place, and writes mix metadata",
    description: [
      """
      Separates FILE, a first-order recording, and measures the loudness of the recording, the voices and the place (ITU-R \
      BS.1770), where the talkers are over time, and which style and amount suit. Remix and nearfar process --metadata follow the file.
      """,
      """
      Suggested is Cinematic, with as much of it as brings the voices 12 LU above the place, from 0.2 to 0.9; or Standard, where \
      nobody speaks.
      """,
    ],
    operand: .init("FILE"),
    options: [
      output, ProcessOptions.force, ProcessOptions.quiet, ListTable.option, ProcessOptions.progress,
      ProcessOptions.weights, ProcessOptions.convention, ProcessOptions.channels,
    ],
    examples: [.init("analyze walk.wav", "writes walk.mix.json")])

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws {
    var terminal = terminal
    terminal.isQuiet = arguments.isSet(ProcessOptions.quiet)
    let path = arguments.operands[0]
    if path == "-" && arguments[output] == nil { throw Failure(.usage, "say where it goes: -o NAME.mix.json") }
    let target = arguments[output] ?? Sidecar.path(of: path)
    try OutputFile.check(target, replaces: arguments.isSet(ProcessOptions.force))
    let recording = try Recording(path, arguments)
    for note in recording.notes { terminal.note("\(path): \(note)") }
    let analysis = try analyze(recording, arguments, terminal)
    let mix = analysis.metadata
    try MixMetadataWriter.write(mix, to: target)
    if arguments.isSet(ListTable.option) {
      print(MixMetadataWriter.text(mix), terminator: "")
    } else {
      terminal.note("\(target): \(summary(mix, speechShare: analysis.speechShare))")
    }
  }

  private static func analyze(
    _ recording: Recording, _ arguments: Arguments, _ terminal: Terminal
  ) throws -> Analysis {
    let reader = recording.reader
    let inputRate = reader.info.sampleRate
    let rate = Recording.renderingRate(inputRate)
    let weights = try WeightsSearch.folder(chosen: arguments[ProcessOptions.weights])
    let log = BuildLog(terminal)
    let rendering = try Rendering(
      .foaAndDialog, BuildSetting(sampleRate: Double(rate), bundlePath: weights, log: log.take))
    try log.check(weights: weights)
    let board = ControlBoard(rendering)
    board.set(try board.find("style"), Float(Style.cinematicBackgroundStem.rawValue))
    let progress = Progress(
      arguments[ProcessOptions.progress].flatMap { Progress.Form(rawValue: $0) } ?? .auto, terminal,
      name: FilePath.name(reader.path), totalFrames: reader.info.frames, sampleRate: rate)
    let analysis = try Analysis(rendering, sampleRate: rate, progress)
    var first: any SoundStage = analysis
    if rate != inputRate {
      let total = { ProcessJob.converted(reader.framesRead, from: inputRate, to: rate) }
      first = RateStage(from: inputRate, to: rate, channels: 4, total: total, next: first)
    }
    try recording.readAll(into: first)
    progress.end()
    return analysis
  }

  private static func summary(_ mix: MixMetadata, speechShare: Double) -> String {
    func level(_ value: Double?) -> String { value.map { Decimal.fixed($0, 1) + " LUFS" } ?? "none" }
    let speech = "somebody speaks \(Decimal.fixed(100 * speechShare, 0)) % of the time"
    let parts =
      "recording \(level(mix.loudness.recording)), voices \(level(mix.loudness.dialog)), place \(level(mix.loudness.ambience))"
    let amount = mix.amount.map { " " + Decimal.fixed($0, 2) } ?? ""
    return "\(parts); \(speech); suggested: \(mix.style.map { "\($0.name)" } ?? "nothing")\(amount)"
  }
}
