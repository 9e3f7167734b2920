import CJansson
import SettingFiles
import Signal

/// Reads files of the format `nearfar-mix/1`: JSON, described in `docs/mix-metadata.md` and `docs/nearfar-mix-1.schema.json`.
/// Fields that are not known are passed over; known ones must be of their type and within their range. Build.
public struct MixMetadataFile {
  static let format: StaticString = "nearfar-mix/1"
  /// Of one part: each costs time on the audio thread.
  static let mostBands = 16
  static let mostTalkers = 20_000
  /// Of a band that names none.
  static let usualQ = 0.7071

  private var mix = MixMetadata()

  public static func read(_ path: String) throws(SettingFileError) -> MixMetadata {
    try read(bytes: try SettingFile.bytes(path, MixField.kind), named: path)
  }

  /// The same of a text that is at hand. `path`: its name in messages.
  public static func read(bytes: [UInt8], named path: String) throws(SettingFileError) -> MixMetadata {
    let json = try JSONFile(
      bytes: bytes, named: path, MixField.kind, remedy: "choose a file of the format nearfar-mix/1, or correct it")
    let root = MixField(json: json.root, name: "", path: path)
    var file = MixMetadataFile()
    try checkFormat(root)
    file.mix.algorithm = try root.member("algorithm")?.text()
    if let field = try root.member("loudness") { try file.takeLoudness(field) }
    if let field = try root.member("equalLoudness") { try file.takeEqualLoudness(field) }
    if let field = try root.member("suggestion") { try file.takeSuggestion(field) }
    if let field = try root.member("dialog") { file.mix.dialog = try stem(field) }
    if let field = try root.member("ambience") { file.mix.ambience = try stem(field) }
    if let field = try root.member("view") { try file.takeView(field) }
    if let field = try root.member("talkers") { try file.takeTalkers(field) }
    if let field = try root.member("delivery") { try file.takeDelivery(field) }
    return file.mix
  }

  static func checkFormat(_ root: MixField) throws(SettingFileError) {
    guard let field = try root.member("format") else {
      throw root.error("lacks format", "choose a file that begins with \"format\": \"nearfar-mix/1\"")
    }
    guard nf_json_is_text(field.json) != 0 else {
      throw field.error("is no text", "write \"format\": \"nearfar-mix/1\"")
    }
    guard nf_json_equals(field.json, "\(format)") != 0 else {
      throw field.error(
        "is not \"nearfar-mix/1\", which alone is read here", "make the file again with this version of Nearfar")
    }
  }

  private mutating func takeLoudness(_ field: MixField) throws(SettingFileError) {
    mix.loudness.recording = try field.member("recording").number(-120...20)
    mix.loudness.dialog = try field.member("dialog").number(-120...20)
    mix.loudness.ambience = try field.member("ambience").number(-120...20)
  }

  private mutating func takeEqualLoudness(_ field: MixField) throws(SettingFileError) {
    mix.equalLoudness = MixMetadata.VoiceGains(
      cinematic: try Self.voiceGains(field.required("cinematic")), studio: try Self.voiceGains(field.required("studio"))
    )
  }

  private mutating func takeSuggestion(_ field: MixField) throws(SettingFileError) {
    if let style = try field.member("style") {
      mix.style = Style(rawValue: try style.choice(Style.allCases.map { $0.name }))
    }
    mix.amount = try field.member("amount").number(0...1)
  }

  private mutating func takeView(_ field: MixField) throws(SettingFileError) {
    mix.view = MixMetadata.View(
      azimuthDegrees: try field.required("azimuth").number(-180...180),
      widthDegrees: try field.required("width").number(10...360))
  }

  private mutating func takeTalkers(_ field: MixField) throws(SettingFileError) {
    for entry in try field.entries(atMost: Self.mostTalkers) {
      let time = try entry.required("time")
      let talker = MixMetadata.TalkerDirection(
        seconds: try time.number(0...1_000_000), azimuthDegrees: try entry.required("azimuth").number(-180...180),
        elevationDegrees: try entry.member("elevation").number(-90...90) ?? 0)
      if let last = mix.talkers.last, last.seconds > talker.seconds {
        throw time.error("is earlier than the entry before", "write the entries in the order of time")
      }
      mix.talkers.append(talker)
    }
  }

  private mutating func takeDelivery(_ field: MixField) throws(SettingFileError) {
    if let level = try field.member("dialnorm") {
      mix.delivery.dialogNormalization = try level.wholeNumber(-31...(-1))
    }
    if let profile = try field.member("dynamics") {
      mix.delivery.dynamics = MixMetadata.DynamicsProfile(
        rawValue: try profile.choice(MixMetadata.DynamicsProfile.allCases.map { $0.name }))
    }
    mix.delivery.loudnessRange = try field.member("loudnessRange").number(0...100)
  }

  // MARK: Parts

  private static func voiceGains(_ field: MixField) throws(SettingFileError) -> SIMD4<Double> {
    var gains = SIMD4<Double>.zero
    let entries = try field.entries(atMost: gains.scalarCount)
    guard entries.count == gains.scalarCount else {
      throw field.error(
        "has " + SettingFileError.number(entries.count) + " entries",
        "give the gains for the amounts 0.25, 0.5, 0.75 and 1")
    }
    for (step, entry) in entries.enumerated() { gains[step] = try entry.number(-24...24) }
    return gains
  }

  private static func stem(_ field: MixField) throws(SettingFileError) -> MixMetadata.Stem {
    var stem = MixMetadata.Stem()
    stem.gainDecibels = try field.member("gain").number(-24...24) ?? 0
    if let list = try field.member("equalization") {
      for entry in try list.entries(atMost: mostBands) { stem.equalization.append(try band(entry)) }
    }
    return stem
  }

  private static func band(_ entry: MixField) throws(SettingFileError) -> EqualizerFilter {
    let kinds: [EqualizerFilter.Kind] = [.peak, .lowShelf, .highShelf, .lowPass, .highPass]
    let kind = kinds[try entry.required("type").choice(kinds.map { $0.mixName })]
    var band = EqualizerFilter(kind: kind, hz: try entry.required("frequency").number(10...24_000), q: usualQ)
    let isPass = kind.isPass
    let gain = isPass ? try entry.member("gain") : try entry.required("gain")
    if let decibels = try gain.number(-24...24), !isPass { band.decibels = decibels }
    if let q = try entry.member("q").number(0.1...20) { band.q = q }
    return band
  }
}

extension MixField? {
  fileprivate func number(_ range: ClosedRange<Double>) throws(SettingFileError) -> Double? {
    guard let field = self else { return nil }
    return try field.number(range)
  }
}

extension EqualizerFilter.Kind {
  var mixName: StaticString {
    switch self {
    case .peak: "peak"
    case .lowShelf: "low-shelf"
    case .highShelf: "high-shelf"
    case .lowPass: "low-pass"
    case .highPass: "high-pass"
    }
  }

  /// It has no gain.
  var isPass: Bool { self == .lowPass || self == .highPass }
}

extension MixMetadata.DynamicsProfile {
  var name: StaticString {
    switch self {
    case .none: "none"
    case .filmStandard: "film standard"
    case .filmLight: "film light"
    case .musicStandard: "music standard"
    case .musicLight: "music light"
    case .speech: "speech"
    }
  }
}
