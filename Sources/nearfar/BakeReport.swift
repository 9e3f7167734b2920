import AudioFiles

/// What `bake` has done.
struct BakeReport {
  let recording: Recording
  let plan: BakePlan
  let master: StereoMaster
  /// Of the field, in LUFS.
  let spatialLoudness: Double?
  /// Of the field, in dB.
  let fieldGain: Double
  let seconds: Double

  /// In dBTP.
  private var truePeak: Double { master.truePeak > 0 ? Decibels.level(master.truePeak) : -.infinity }

  /// In LU: how much softer the stereo is than the field.
  private var shortfall: Double {
    guard let spatialLoudness, let loudness = master.loudness else { return 0 }
    return spatialLoudness - loudness
  }

  var warnings: [String] {
    var warnings = recording.warnings
    if truePeak > 0 {
      warnings.append(
        "\(plan.path): its stereo peaks at \(Decimal.fixed(truePeak, 1)) dBTP and is cut off where it is played; leave --ceiling out"
      )
    }
    if shortfall.magnitude > 0.5 {
      warnings.append(
        "\(plan.path): its stereo is \(Decimal.fixed(shortfall, 1)) LU softer than the field, which is louder than a stereo below \(Decimal.fixed(plan.ceiling ?? 0, 1)) dBTP can be; lower the recording"
      )
    }
    return warnings
  }

  /// For people.
  var line: String {
    func level(_ value: Double?) -> String { value.map { Decimal.fixed($0, 1) + " LUFS" } ?? "not measured" }
    func decibels(_ value: Double) -> String { Decimal.fixed(value, 1) + " dB" }
    let duration = Double(recording.reader.framesRead) / Double(recording.reader.info.sampleRate)
    var parts = [
      Decimal.time(duration), "as loud as the field (\(level(spatialLoudness))) after \(decibels(master.gain))",
    ]
    if master.reduction > 0 { parts.append("peaks held at \(truePeakText), by up to \(decibels(master.reduction))") }
    if fieldGain < 0 { parts.append("the remixed field lowered by \(decibels(-fieldGain))") }
    parts.append("\(Decimal.fixed(duration / max(seconds, 1e-3), 0))× real time")
    return "\(plan.paths.joined(separator: ", ")): " + parts.joined(separator: ", ")
  }

  private var truePeakText: String { Decimal.fixed(truePeak, 1) + " dBTP" }

  var json: JSONValue {
    .object([
      ("input", .text(recording.reader.path)), ("output", .text(plan.path)),
      ("outputs", .list(plan.paths.map { .text($0) })), ("video", .optional(plan.video)),
      ("mixApplied", .truth(plan.appliesMix)),
      ("frames", .whole(recording.reader.framesRead)), ("sampleRate", .whole(recording.reader.info.sampleRate)),
      ("stereoRate", .whole(master.sampleRate)), ("spatialLoudness", .optional(spatialLoudness)),
      ("stereoLoudness", .optional(master.loudness)), ("gain", .number(master.gain)),
      ("truePeak", .number(truePeak)), ("reduction", .number(master.reduction)), ("fieldGain", .number(fieldGain)),
      ("mixMetadataKey", plan.container == nil ? .text(MediaFile.mixMetadataKey) : .null),
      ("seconds", .number(seconds)), ("warnings", .list(warnings.map { .text($0) })),
    ])
  }
}
