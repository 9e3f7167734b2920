import AudioFiles

/// What `bake` has done.
struct BakeReport {
  let recording: Recording
  let plan: BakePlan
  let measured: BakeJob.Measured
  let frames: Int
  let stereoRate: Int
  let seconds: Double

  private var peakDecibels: Double {
    measured.peak > 0 ? Decibels.level(measured.peak) + measured.gainDecibels : -.infinity
  }

  var warnings: [String] {
    var warnings = recording.warnings
    if peakDecibels > 0 {
      warnings.append(
        "\(plan.path): its stereo peaks at \(Decimal.fixed(peakDecibels, 1)) dB and is cut off where it is played; lower the recording"
      )
    }
    return warnings
  }

  /// For people.
  var line: String {
    func level(_ value: Double?) -> String { value.map { Decimal.fixed($0, 1) + " LUFS" } ?? "not measured" }
    let info = recording.reader.info
    let duration = Double(frames) / Double(info.sampleRate)
    return
      "\(plan.path): \(Decimal.time(duration)), as loud as the field (\(level(measured.spatial))) after \(Decimal.fixed(measured.gainDecibels, 1)) dB, \(Decimal.fixed(duration / max(seconds, 1e-3), 0))× real time"
  }

  var json: JSONValue {
    .object([
      ("input", .text(recording.reader.path)), ("output", .text(plan.path)), ("video", .optional(plan.video)),
      ("frames", .whole(frames)), ("sampleRate", .whole(recording.reader.info.sampleRate)),
      ("stereoRate", .whole(stereoRate)), ("spatialLoudness", .optional(measured.spatial)),
      ("stereoLoudness", .optional(measured.stereo.map { $0 + measured.gainDecibels })),
      ("gain", .number(measured.gainDecibels)), ("peak", .number(peakDecibels)),
      ("mixMetadataKey", .text(MediaFile.mixMetadataKey)), ("seconds", .number(seconds)),
      ("warnings", .list(warnings.map { .text($0) })),
    ])
  }
}
