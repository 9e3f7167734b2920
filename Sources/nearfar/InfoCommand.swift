import AudioFiles
import Options
import Signal

/// `nearfar info`: what a file is, and what is missing.
enum InfoCommand {
  static let quick = OptionSpec("quick", nil, .none, "Read the header alone: no loudness, no peaks.")

  static let spec = CommandSpec(
    "info", summary: "Tells what a sound file is, and what is missing",
    description: [
      """
      Format, length, Ambisonic order, loudness (ITU-R BS.1770; of four or more Ambisonic channels that of W), peaks, what the \
      levels say of the normalisation, and mix metadata beside the file.
      """
    ],
    operand: .init("FILE", .many),
    options: [ListTable.option, quick],
    examples: [
      .init("info walk.wav", "for people"), .init("info --json *.wav", "for programs: a list of objects"),
    ])

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws {
    var reports: [FileReport] = []
    var failures: [Failure] = []
    for path in arguments.operands {
      do {
        let report = try FileReport(path, isQuick: arguments.isSet(quick))
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
}
