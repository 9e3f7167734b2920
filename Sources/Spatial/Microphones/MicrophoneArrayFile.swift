import Ambisonics
import CJansson
import CPlatform
import SettingFiles

/// Reads the geometry of a microphone array: JSON of the format `nearfar-microphones/1`. Build.
///
/// `{ "format": "nearfar-microphones/1", "name": "…", "microphones": [ { "x": 70, "y": 35, "z": 4, "azimuth": 0, "elevation": 0,
/// "directivity": 1, "gain": 0 }, … ] }`: millimetres, degrees, dB; all but the places may be left out. In the order of
/// the recording's channels.
public struct MicrophoneArrayFile {
  private static let kind: StaticString = "microphone array"
  private static let format = "nearfar-microphones/1"
  private static let remedy = "see the encoding page of the manual for the format"

  private let path: String

  public static func read(_ path: String) throws(SettingFileError) -> MicrophoneArray {
    let json = try JSONFile(path, kind, remedy: remedy)
    let file = MicrophoneArrayFile(path: path)
    let microphones = try file.microphones(json.root)
    return MicrophoneArray(microphones, name: file.name(json.root))
  }

  private func microphones(
    _ json: UnsafeMutablePointer<json_t>
  ) throws(SettingFileError) -> [MicrophoneArray.Microphone] {
    guard let format = json_object_get(json, "format"), nf_json_equals(format, Self.format) != 0 else {
      throw error("the field format is not \"" + Self.format + "\"")
    }
    guard let list = json_object_get(json, "microphones"), nf_json_is_array(list) != 0 else {
      throw error("holds no list microphones")
    }
    let count = Int(json_array_size(list))
    guard count >= 2 && count <= MicrophoneArray.mostMicrophones else {
      throw error(
        "lists " + SettingFileError.number(count) + " microphones, not 2 to "
          + SettingFileError.number(MicrophoneArray.mostMicrophones))
    }
    var microphones: [MicrophoneArray.Microphone] = []
    for place in 0..<count {
      microphones.append(
        try Self.microphone(JSONEntry(list, at: place, "microphone", Self.kind, path, remedy: Self.remedy)))
    }
    return microphones
  }

  private static func microphone(_ entry: JSONEntry) throws(SettingFileError) -> MicrophoneArray.Microphone {
    let azimuth = try entry.number("azimuth", -720...720, orElse: 0)
    let elevation = try entry.number("elevation", -90...90, orElse: 0)
    return MicrophoneArray.Microphone(
      x: 0.001 * (try entry.number("x", -1000...1000)), y: 0.001 * (try entry.number("y", -1000...1000)),
      z: 0.001 * (try entry.number("z", -1000...1000)),
      axis: Direction(azimuthDegrees: Float(azimuth), elevationDegrees: Float(elevation)),
      directivity: try entry.number("directivity", 0...1, orElse: 1),
      sensitivity: nf_pow(10, try entry.number("gain", -60...60, orElse: 0) / 20))
  }

  private func name(_ json: UnsafeMutablePointer<json_t>) -> String {
    guard let name = json_object_get(json, "name"), let text = json_string_value(name) else { return "" }
    return String(cString: text)
  }

  private func error(_ reason: String) -> SettingFileError {
    SettingFileError(kind: Self.kind, path: path, reason: reason, remedy: Self.remedy)
  }
}
