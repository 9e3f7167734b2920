import Ambisonics
import CJansson
import CPlatform
import SettingFiles

/// Reads what a microphone is: JSON of the format `nearfar-microphones/1`. Build.
///
/// Beside `format` and `name` it holds one of three. `"microphones": [ { "x": 70, "y": 35, "z": 4, "azimuth": 0, "elevation": 0,
/// "directivity": 1, "gain": 0 }, … ]`: places in millimetres, degrees, dB. `"tetrahedron": { "radius": 14.7, "directivity": 0.5,
/// "order": "FLU FRD BLD BRU" }`: millimetres. `"responses": [ { "file": "front.wav", "azimuth": 0, "elevation": 0 }, … ]`: sound files
/// with a channel for each microphone. In the order of the recording's channels.
public struct MicrophoneFile {
  public enum Content {
    case array(MicrophoneArray)
    case tetrahedron(TetrahedralMicrophone, CapsuleOrder)
    case responses([Response])
  }

  /// A sound file, named from the folder of the list, and where the sound in it came from.
  public struct Response {
    public let file: String
    public let direction: Direction
  }

  public static let kind: StaticString = "microphone file"
  public static let remedy = "see the encoding page of the manual for the format"
  private static let format = "nearfar-microphones/1"

  public let name: String
  public let content: Content

  public init(_ path: String) throws(SettingFileError) {
    let json = try JSONFile(path, Self.kind, remedy: Self.remedy)
    let reading = Reading(path: path)
    guard let format = json_object_get(json.root, "format"), nf_json_equals(format, Self.format) != 0 else {
      throw reading.error("the field format is not \"" + Self.format + "\"")
    }
    name = reading.text(json.root, "name") ?? ""
    content = try reading.content(json.root)
  }

  private struct Reading {
    let path: String

    func content(_ json: UnsafeMutablePointer<json_t>) throws(SettingFileError) -> Content {
      let keys = ["microphones", "tetrahedron", "responses"].filter { (key: String) in json_object_get(json, key) != nil
      }
      guard keys.count == 1 else {
        throw error(
          keys.isEmpty
            ? "holds no list microphones or responses, nor a tetrahedron" : "holds more than one kind of microphone")
      }
      if let tetrahedron = json_object_get(json, "tetrahedron") { return try self.tetrahedron(tetrahedron) }
      if let list = json_object_get(json, "responses") { return .responses(try responses(list)) }
      return .array(MicrophoneArray(try microphones(json_object_get(json, "microphones"))))
    }

    private func microphones(
      _ list: UnsafeMutablePointer<json_t>
    ) throws(SettingFileError) -> [MicrophoneArray.Microphone] {
      let count = try count(list, "microphones", 2...MicrophoneArray.mostMicrophones)
      var microphones: [MicrophoneArray.Microphone] = []
      for place in 0..<count {
        let entry = try JSONEntry(list, at: place, "microphone", kind, path, remedy: remedy)
        microphones.append(
          MicrophoneArray.Microphone(
            x: 0.001 * (try entry.number("x", -1000...1000)), y: 0.001 * (try entry.number("y", -1000...1000)),
            z: 0.001 * (try entry.number("z", -1000...1000)), axis: try direction(entry, azimuth: 0),
            directivity: try entry.number("directivity", 0...1, orElse: 1),
            sensitivity: nf_pow(10, try entry.number("gain", -60...60, orElse: 0) / 20)))
      }
      return microphones
    }

    /// Within the limits of the plugin's controls.
    private func tetrahedron(_ json: UnsafeMutablePointer<json_t>) throws(SettingFileError) -> Content {
      let entry = try JSONEntry(json, "tetrahedron", kind, path, remedy: remedy)
      let radius = try entry.number("radius", 0...40)
      let directivity = try entry.number("directivity", 0.25...0.75, orElse: 0.5)
      return .tetrahedron(
        TetrahedralMicrophone(radiusMetres: Float(0.001 * radius), directivity: Float(directivity)), try order(json))
    }

    private func order(_ json: UnsafeMutablePointer<json_t>) throws(SettingFileError) -> CapsuleOrder {
      guard let text = json_object_get(json, "order") else { return .fluFrdBldBru }
      for order in CapsuleOrder.allCases where nf_json_equals(text, "\(order.name)") != 0 { return order }
      let names = CapsuleOrder.allCases.reduce("") { $0 + ($0.isEmpty ? "" : ", ") + "\($1.name)" }
      throw error("tetrahedron: order is not one of " + names)
    }

    private func responses(_ list: UnsafeMutablePointer<json_t>) throws(SettingFileError) -> [Response] {
      let count = try count(list, "responses", MeasuredArray.fewestDirections...100_000)
      var responses: [Response] = []
      for place in 0..<count {
        let entry = try JSONEntry(list, at: place, "response", kind, path, remedy: remedy)
        guard let file = text(entry.json, "file") else { throw error(entry.name + ": file is missing") }
        responses.append(Response(file: file, direction: try direction(entry, azimuth: nil)))
      }
      return responses
    }

    private func direction(_ entry: JSONEntry, azimuth: Double?) throws(SettingFileError) -> Direction {
      Direction(
        azimuthDegrees: Float(try entry.number("azimuth", -720...720, orElse: azimuth)),
        elevationDegrees: Float(try entry.number("elevation", -90...90, orElse: 0)))
    }

    private func count(
      _ list: UnsafeMutablePointer<json_t>, _ name: String, _ limits: ClosedRange<Int>
    ) throws(SettingFileError) -> Int {
      guard nf_json_is_array(list) != 0 else { throw error(name + " is no list") }
      let count = Int(json_array_size(list))
      guard limits.contains(count) else {
        throw error(
          "lists " + SettingFileError.number(count) + " " + name + ", not " + SettingFileError.number(limits.lowerBound)
            + " to " + SettingFileError.number(limits.upperBound))
      }
      return count
    }

    func text(_ json: UnsafeMutablePointer<json_t>, _ key: String) -> String? {
      guard let value = json_object_get(json, key), let text = json_string_value(value) else { return nil }
      return String(cString: text)
    }

    func error(_ reason: String) -> SettingFileError {
      SettingFileError(kind: kind, path: path, reason: reason, remedy: remedy)
    }
  }
}
