import AudioFiles

/// What `process` or `encode` has done.
struct ProcessReport {
  let source: SoundSource
  let plan: OutputPlan
  let files: FileStage
  let outputRate: Int
  /// What is particular to the command.
  let details: [(String, JSONValue)]
  let notes: [String]
  /// Of the clock, and of the processor.
  let seconds: Double
  let processorSeconds: Double

  private var path: String { source.reader.path }
  private var duration: Double { Double(source.reader.framesRead) / Double(source.reader.info.sampleRate) }

  /// What the user should look into.
  var warnings: [String] {
    var warnings = source.warnings
    if files.samplesOver > 0 && plan.encoding.clips {
      warnings.append(
        "\(plan.paths[0]): \(files.samplesOver) samples beyond full scale were cut off (peak \(peak) dB); lower the levels, or say --bits float"
      )
    }
    return warnings
  }

  /// For people.
  var line: String {
    let speed = Decimal.fixed(duration / max(seconds, 1e-3), 0)
    return "\(plan.paths.joined(separator: ", ")): \(Decimal.time(duration)), peak \(peak) dB, \(speed)× real time"
  }

  var json: JSONValue {
    let names: [(String, JSONValue)] = [
      ("input", .text(path)), ("outputs", .list(plan.paths.map { .text($0) })),
    ]
    return .object(names + details + measures)
  }

  private var measures: [(String, JSONValue)] {
    [
      ("channels", .whole(plan.files.channels)),
      ("frames", .whole(files.framesWritten)),
      ("sampleRate", .whole(outputRate)),
      ("duration", .number(duration)),
      ("peak", .number(files.peak > 0 ? Decibels.level(files.peak) : -.infinity)),
      ("seconds", .number(seconds)),
      ("processorSeconds", .number(processorSeconds)),
      ("notes", .list(notes.map { .text($0) })),
      ("warnings", .list(warnings.map { .text($0) })),
    ]
  }

  private var peak: String { Decimal.fixed(Decibels.level(files.peak), 1) }
}
