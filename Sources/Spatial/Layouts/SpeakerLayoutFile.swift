import Ambisonics
import CJansson
import SettingFiles

/// Reads the loudspeaker lists that ambisonic tools exchange as JSON. Build.
///
/// `{ "LoudspeakerLayout": { "Loudspeakers": [ { "Azimuth": 30, "Elevation": 0, "Radius": 1, "IsImaginary": false, "Channel": 1,
/// "Gain": 1 }, … ] } }`, as the IEM plug-ins and SPARTA write it; `GenericLayout` with `Elements` holds the same. Imaginary
/// loudspeakers are passed over: gaps are filled by `SpeakerArrangement`.
public struct SpeakerLayoutFile {
  private static let kind: StaticString = "loudspeaker layout"
  private static let remedy = "choose a layout that the IEM plug-ins or SPARTA have exported"

  private let path: String
  private var directions: [Direction] = []
  private var outputs: [Int] = []
  private var trims: [Float] = []

  public static func read(_ path: String) throws(SettingFileError) -> SpeakerArrangement {
    let json = try JSONFile(path, kind, remedy: remedy)
    var file = SpeakerLayoutFile(path: path)
    try file.take(json.root)
    return SpeakerArrangement(file.directions, outputs: file.outputs, trims: file.trims)
  }

  private init(path: String) { self.path = path }

  private mutating func take(_ json: UnsafeMutablePointer<json_t>) throws(SettingFileError) {
    guard let list = list(json) else { throw error("holds no list LoudspeakerLayout with Loudspeakers") }
    let count = Int(json_array_size(list))
    for place in 0..<count {
      guard let item = json_array_get(list, place), nf_json_is_object(item) != 0 else {
        throw error("loudspeaker " + SettingFileError.number(place + 1) + " is no JSON object")
      }
      if let flag = json_object_get(item, "IsImaginary"), nf_json_truth(flag) == 1 { continue }
      try add(item, place + 1)
    }
    guard !directions.isEmpty else { throw error("holds no loudspeaker that is not imaginary") }
  }

  private func list(_ json: UnsafeMutablePointer<json_t>) -> UnsafeMutablePointer<json_t>? {
    for (outer, inner) in [("LoudspeakerLayout", "Loudspeakers"), ("GenericLayout", "Elements")] {
      if let layout = json_object_get(json, outer), let list = json_object_get(layout, inner),
        nf_json_is_array(list) != 0
      {
        return list
      }
    }
    return nil
  }

  private mutating func add(_ item: UnsafeMutablePointer<json_t>, _ number: Int) throws(SettingFileError) {
    let azimuth = try value(item, "Azimuth", number, -720...720)
    let elevation = try value(item, "Elevation", number, -90...90)
    let channel = try value(item, "Channel", number, 1...Double(SpeakerArrangement.mostSpeakers))
    let trim = try value(item, "Gain", number, 0...4, orElse: 1)
    let direction = Direction(azimuthDegrees: Float(azimuth), elevationDegrees: Float(elevation))
    let name = "loudspeaker " + SettingFileError.number(number)
    guard channel == channel.rounded() else { throw error(name + ": the Channel is no whole number") }
    guard !outputs.contains(Int(channel) - 1) else {
      throw error(name + ": Channel " + SettingFileError.number(Int(channel)) + " is taken")
    }
    // 1°.
    guard !directions.contains(where: { $0.dot(direction) > 0.99985 }) else {
      throw error(name + " stands where another does")
    }
    directions.append(direction)
    outputs.append(Int(channel) - 1)
    trims.append(Float(trim))
  }

  private func value(
    _ item: UnsafeMutablePointer<json_t>, _ key: String, _ number: Int, _ range: ClosedRange<Double>,
    orElse initial: Double? = nil
  ) throws(SettingFileError) -> Double {
    let name = "loudspeaker " + SettingFileError.number(number) + ": " + key
    guard let json = json_object_get(item, key) else {
      if let initial { return initial }
      throw error(name + " is missing")
    }
    guard nf_json_is_number(json) != 0 else { throw error(name + " is no number") }
    let value = json_number_value(json)
    guard range.contains(value) else {
      let limits = SettingFileError.number(range.lowerBound) + " to " + SettingFileError.number(range.upperBound)
      throw error(name + " is not within " + limits)
    }
    return value
  }

  private func error(_ reason: String) -> SettingFileError {
    SettingFileError(kind: Self.kind, path: path, line: 0, reason: reason, remedy: Self.remedy)
  }
}
