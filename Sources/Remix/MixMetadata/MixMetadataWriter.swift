import SettingFiles
import Signal

/// Writes files of the format `nearfar-mix/1`, which `MixMetadataFile` reads: the same content but for rounding to what anybody
/// can hear or see (0.01 dB, 0.1°, 0.01 s). Build.
public enum MixMetadataWriter {
  /// Only into a file that is of this format already, into an empty one, or where there is none. The new file takes the
  /// place of the old one when all of it is on the disk.
  public static func write(_ mix: MixMetadata, to path: String) throws(SettingFileError) {
    try checkTarget(path)
    let text = text(mix)
    // What is out of range for the reader is not written in the first place.
    _ = try MixMetadataFile.read(bytes: [UInt8](text.utf8), named: path)
    try SettingFile.replace(path, MixField.kind, with: text)
  }

  /// The whole file.
  public static func text(_ mix: MixMetadata) -> String {
    let file = JSONObject()
    file.set("format", "\(MixMetadataFile.format)")
    file.set("algorithm", mix.algorithm)
    file.set("loudness", loudness(mix.loudness))
    file.set("equalLoudness", equalLoudness(mix.equalLoudness))
    file.set("suggestion", suggestion(mix))
    file.set("dialog", stem(mix.dialog))
    file.set("ambience", stem(mix.ambience))
    file.set("view", view(mix.view))
    for talker in mix.talkers { file.append(to: "talkers", self.talker(talker)) }
    file.set("delivery", delivery(mix.delivery))
    return file.text
  }

  // MARK: Parts

  private static func loudness(_ loudness: MixMetadata.Loudness) -> JSONObject {
    let object = JSONObject()
    object.set("recording", loudness.recording, decimals: 2)
    object.set("dialog", loudness.dialog, decimals: 2)
    object.set("ambience", loudness.ambience, decimals: 2)
    return object
  }

  private static func equalLoudness(_ gains: MixMetadata.VoiceGains?) -> JSONObject {
    let object = JSONObject()
    guard let gains else { return object }
    for step in 0..<gains.cinematic.scalarCount {
      object.append(to: "cinematic", gains.cinematic[step], decimals: 2)
      object.append(to: "studio", gains.studio[step], decimals: 2)
    }
    return object
  }

  private static func suggestion(_ mix: MixMetadata) -> JSONObject {
    let object = JSONObject()
    object.set("style", mix.style.map { "\($0.name)" })
    object.set("amount", mix.amount, decimals: 3)
    return object
  }

  private static func stem(_ stem: MixMetadata.Stem) -> JSONObject {
    let object = JSONObject()
    if stem.gainDecibels != 0 { object.set("gain", stem.gainDecibels, decimals: 2) }
    for band in stem.equalization { object.append(to: "equalization", self.band(band)) }
    return object
  }

  private static func band(_ band: EqualizerFilter) -> JSONObject {
    let object = JSONObject()
    object.set("type", "\(band.kind.mixName)")
    object.set("frequency", band.hz, decimals: 2)
    if !band.kind.isPass { object.set("gain", band.decibels, decimals: 2) }
    if band.q != MixMetadataFile.usualQ { object.set("q", band.q, decimals: 4) }
    return object
  }

  private static func view(_ view: MixMetadata.View?) -> JSONObject {
    let object = JSONObject()
    object.set("azimuth", view?.azimuthDegrees, decimals: 1)
    object.set("width", view?.widthDegrees, decimals: 1)
    return object
  }

  private static func talker(_ talker: MixMetadata.TalkerDirection) -> JSONObject {
    let object = JSONObject()
    object.set("time", talker.seconds, decimals: 2)
    object.set("azimuth", talker.azimuthDegrees, decimals: 1)
    if talker.elevationDegrees != 0 { object.set("elevation", talker.elevationDegrees, decimals: 1) }
    return object
  }

  private static func delivery(_ delivery: MixMetadata.Delivery) -> JSONObject {
    let object = JSONObject()
    object.set("dialnorm", delivery.dialogNormalization.map { Double($0) })
    object.set("dynamics", delivery.dynamics.map { "\($0.name)" })
    object.set("loudnessRange", delivery.loudnessRange, decimals: 2)
    return object
  }

  // MARK: The file

  /// Whether a file may be written there.
  public static func checkTarget(_ path: String) throws(SettingFileError) {
    switch SettingFile.form(path) {
    case .none: return try SettingFile.checkFolder(of: path, MixField.kind)
    case .file: break
    case .folder: throw error(path, "is a folder", "choose a file in it")
    case .other: throw error(path, "is no ordinary file", "choose another path")
    }
    guard !isOurs(path) else { return }
    throw error(
      path, "is another file, and was left as it is", "choose a new one, or a file of the format nearfar-mix/1")
  }

  /// A mix file of this version, whatever else is wrong with it, or an empty file, as some file choosers make.
  private static func isOurs(_ path: String) -> Bool {
    if SettingFile.isEmpty(path) { return true }
    do throws(SettingFileError) {
      let json = try JSONFile(path, MixField.kind, remedy: "")
      try MixMetadataFile.checkFormat(MixField(json: json.root, name: "", path: path))
      return true
    } catch {
      return false
    }
  }

  private static func error(_ path: String, _ reason: String, _ remedy: String) -> SettingFileError {
    SettingFileError(kind: MixField.kind, path: path, reason: reason, remedy: remedy)
  }
}
