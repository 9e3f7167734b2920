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
      let entry = try JSONEntry(list, at: place, "loudspeaker", Self.kind, path, remedy: Self.remedy)
      if let flag = json_object_get(entry.json, "IsImaginary"), nf_json_truth(flag) == 1 { continue }
      try add(entry)
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

  private mutating func add(_ entry: JSONEntry) throws(SettingFileError) {
    let azimuth = try entry.number("Azimuth", -720...720)
    let elevation = try entry.number("Elevation", -90...90)
    let channel = try entry.number("Channel", 1...Double(SpeakerArrangement.mostSpeakers))
    let trim = try entry.number("Gain", 0...4, orElse: 1)
    let direction = Direction(azimuthDegrees: Float(azimuth), elevationDegrees: Float(elevation))
    guard channel == channel.rounded() else { throw error(entry.name + ": the Channel is no whole number") }
    guard !outputs.contains(Int(channel) - 1) else {
      throw error(entry.name + ": Channel " + SettingFileError.number(Int(channel)) + " is taken")
    }
    // 1°.
    guard !directions.contains(where: { $0.dot(direction) > 0.99985 }) else {
      throw error(entry.name + " stands where another does")
    }
    directions.append(direction)
    outputs.append(Int(channel) - 1)
    trims.append(Float(trim))
  }

  private func error(_ reason: String) -> SettingFileError {
    SettingFileError(kind: Self.kind, path: path, line: 0, reason: reason, remedy: Self.remedy)
  }
}
