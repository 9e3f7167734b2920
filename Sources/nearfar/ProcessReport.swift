import AudioFiles

/// What `process` has done.
struct ProcessReport {
  let recording: Recording
  let plan: OutputPlan
  let layout: Layout
  let files: FileStage
  let outputRate: Int
  let renderingRate: Int
  let latencyFrames: Int
  /// Of the clock, and of the processor.
  let seconds: Double
  let processorSeconds: Double

  private var path: String { recording.reader.path }
  private var duration: Double { Double(recording.reader.framesRead) / Double(recording.reader.info.sampleRate) }

  /// What the user should look into.
  var warnings: [String] {
    var warnings = recording.warnings
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
    .object([
      ("input", .text(path)),
      ("outputs", .list(plan.paths.map { .text($0) })),
      ("layout", .text(layout.rawValue)),
      ("channels", .whole(layout.channels)),
      ("frames", .whole(files.framesWritten)),
      ("sampleRate", .whole(outputRate)),
      ("renderingRate", .whole(renderingRate)),
      ("latencyFrames", .whole(latencyFrames)),
      ("duration", .number(duration)),
      ("peak", .number(files.peak > 0 ? Decibels.level(files.peak) : -.infinity)),
      ("seconds", .number(seconds)),
      ("processorSeconds", .number(processorSeconds)),
      ("notes", .list(recording.notes.map { .text($0) })),
      ("warnings", .list(warnings.map { .text($0) })),
    ])
  }

  private var peak: String { Decimal.fixed(Decibels.level(files.peak), 1) }
}
