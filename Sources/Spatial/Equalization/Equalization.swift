import SettingFiles
import Signal

/// What a file says about the equalization of headphones, at any sample rate. Build.
public struct Equalization {
  var preampDecibels = 0.0
  var filters: [EqualizerFilter] = []
  /// In addition to the filters; none where it is empty.
  var curve: [ResponsePoint] = []

  /// Reads a parametric equalizer's text, a graphic equalizer's, or a measured response.
  public init(file path: String) throws(SettingFileError) {
    let lines = try SettingFile.lines(path, Self.kind)
    if let command = lines.first(where: { ParametricText.isCommand($0) }) {
      _ = command
      self = try ParametricText(path: path).read(lines)
    } else {
      curve = try ResponseTable(path: path).read(lines)
    }
  }

  init() {}

  static let kind: StaticString = "equalization file"
  /// More sections would cost more than the rendering itself.
  static let mostFilters = 64
}

/// One point of a curve over frequency.
struct ResponsePoint {
  var hz: Double
  var decibels: Double
}
