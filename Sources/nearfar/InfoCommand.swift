import AudioFiles
import Options
import Signal

/// `nearfar info`: what a file is, and what is missing.
enum InfoCommand {
  static let quick = OptionSpec("quick", nil, .none, "Read the header alone: no loudness, no peaks.")

  static let mix = OptionSpec("mix", nil, .none, "Print the mix metadata that are in a movie, and nothing else.")

  static let spec = CommandSpec(
    "info", summary: "Tells what a sound file is, and what is missing",
    description: [
      """
      Format, length, Ambisonic order, loudness (ITU-R BS.1770; of four or more Ambisonic channels that of W), peaks, what the \
      levels say of the normalisation, and mix metadata beside the file. Of a movie also its tracks, which of them are played, and mix \
      metadata in it; the first-order track is measured, or --track.
      """
    ],
    operand: .init("FILE", .many),
    options: [ListTable.option, quick, mix, ProcessOptions.track],
    examples: [
      .init("info walk.wav", "for people"), .init("info --mix walk.mov >walk.mix.json", "mix metadata out of a movie"),
      .init("info --json *.wav", "for programs: a list of objects"),
    ])

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws {
    let track = try Recording.track(arguments)
    if arguments.isSet(mix) {
      for path in arguments.operands { print(try mixMetadata(path), terminator: "") }
      return
    }
    var reports: [FileReport] = []
    var failures: [Failure] = []
    for path in arguments.operands {
      do {
        let report = try FileReport(path, isQuick: arguments.isSet(quick), track: track)
        if !arguments.isSet(ListTable.option) { print(report.text) }
        reports.append(report)
      } catch {
        failures.append(Failure(error))
        if arguments.operands.count > 1 { terminal.error(failures.last!.message) }
      }
    }
    if arguments.isSet(ListTable.option) && (failures.isEmpty || !reports.isEmpty) {
      let objects = reports.map(\.json)
      print((arguments.operands.count == 1 ? objects[0] : .list(objects)).description, terminator: "")
    }
    guard let first = failures.first else { return }
    if arguments.operands.count == 1 { throw first }
    throw Failure(.failure, "\(failures.count) of \(arguments.operands.count) files could not be read")
  }

  private static func mixMetadata(_ path: String) throws -> String {
    let media = try MediaKind(path: path).map { try MediaFile(path, $0) }
    guard let text = media?.mixMetadata else {
      throw Failure(.input, "\(path): holds no mix metadata (\(MediaFile.mixMetadataKey)); nearfar analyze makes some")
    }
    return text
  }
}
