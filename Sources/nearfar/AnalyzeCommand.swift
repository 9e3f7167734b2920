import AudioFiles
import Options
import Plugins
import Remix
import Signal

/// `nearfar analyze`: what a recording's parts are, as mix metadata beside it.
enum AnalyzeCommand {
  static let output = OptionSpec(
    "output", "o", .file("MIX"), "Where the mix metadata go (beside FILE: its name with the ending .mix.json).")
  static let target = OptionSpec(
    "target", nil, .choice(["broadcast", "online"]),
    "How loud the voices are to be: -23 LUFS (broadcast, as EBU R 128 has it) or -16 LUFS (telephones, streaming).")
  static let report = OptionSpec(
    "report", nil, .file("HTML"), "A page with spectrograms of the parts, loudness and directions over time.")

  static let spec = CommandSpec(
    "analyze", summary: "Measures voices and place, and writes mix metadata",
    description: [
      """
      Separates FILE, a first-order recording, and measures the loudness of the recording, the voices and the place (ITU-R \
      BS.1770), where the talkers are over time, and what suits: style, amount, gains, equalization. Remix and nearfar process \
      --metadata follow the file.
      """
    ],
    operand: .init("FILE"),
    options: [
      output, report, target, ProcessOptions.force, ProcessOptions.quiet, ListTable.option, ProcessOptions.progress,
      ProcessOptions.weights, ProcessOptions.convention, ProcessOptions.channels, ProcessOptions.track,
    ],
    examples: [
      .init("analyze walk.wav", "writes walk.mix.json"),
      .init("analyze walk.wav --target online --report walk.html", "for telephones, and a page to look at"),
    ])

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws {
    let terminal = terminal.following(arguments)
    let path = arguments.operands[0]
    if path == "-" && arguments[output] == nil { throw Failure(.usage, "say where it goes: -o NAME.mix.json") }
    let target = arguments[output] ?? Sidecar.path(of: path)
    let replaces = arguments.isSet(ProcessOptions.force)
    for file in [target, arguments[report]].compactMap({ $0 }) { try OutputFile.check(file, replaces: replaces) }
    let recording = try Recording(path, arguments)
    for note in recording.notes { terminal.note("\(path): \(note)") }
    let (findings, pictures) = try listen(to: recording, arguments, terminal)
    for warning in recording.warnings { terminal.warning(warning) }
    let mix = MixSuggestion.metadata(
      for: findings, target: arguments[Self.target] == "online" ? .online : .broadcast,
      algorithm: "\(Nearfar.spec.name) \(Nearfar.spec.version)")
    try MixMetadataWriter.write(mix, to: target)
    let summary = MixSummary(mix, findings)
    if let page = arguments[report], let pictures {
      let info = recording.reader.info
      let duration = Double(recording.reader.framesRead) / Double(info.sampleRate)
      let file = [
        ("file", path),
        ("format", "\(info.container), \(info.encoding), \(info.channels) channels, \(info.sampleRate) Hz"),
        ("length", Decimal.time(duration)),
      ]
      let report = AnalysisReport(
        name: FilePath.name(path),
        facts: file + summary.facts + summary.details + recording.warnings.map { ("note", $0) },
        pictures: pictures, duration: duration, maker: mix.algorithm ?? "")
      try OutputFile.write(report.html, to: page, replaces: replaces)
    }
    if arguments.isSet(ListTable.option) {
      print(MixMetadataWriter.text(mix), terminator: "")
    } else {
      terminal.note("\(target): \(summary.line)")
    }
  }

  private static func listen(
    to recording: Recording, _ arguments: Arguments, _ terminal: Terminal
  ) throws -> (MixFindings, AnalysisPictures?) {
    let reader = recording.reader
    let inputRate = reader.info.sampleRate
    let rate = Recording.renderingRate(inputRate)
    let weights = try WeightsSearch.folder(chosen: arguments[ProcessOptions.weights])
    let progress = Progress(
      .chosen(arguments), terminal,
      name: FilePath.name(reader.path),
      totalFrames: reader.info.frames.map { RenderingChain.converted($0, from: inputRate, to: rate) }, sampleRate: rate)
    let log = BuildLog(terminal)
    let analysis = Analysis(
      sampleRate: rate, weights: weights, log, progress, drawsPictures: arguments.isSet(report))
    try log.check(weights: weights)
    let first = RenderingChain.converting(reader, from: inputRate, to: rate, channels: 4, analysis)
    try recording.readAll(into: first)
    progress.end()
    return (analysis.findings, analysis.pictures)
  }
}
