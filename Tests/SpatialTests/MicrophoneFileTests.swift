import Ambisonics
import Foundation
import SettingFiles
import Testing

@testable import Spatial

/// Files that say what a microphone is.
@Suite struct MicrophoneFileTests {
  private func read(_ text: String) throws -> MicrophoneFile {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return try MicrophoneFile(path)
  }

  @Test func filesAreRead() throws {
    let file = try read(
      """
      { "format": "nearfar-microphones/1", "name": "Phone", "microphones": [
        { "x": 70, "y": 35, "z": 4 },
        { "x": -70, "y": -35, "z": -4, "azimuth": 90, "elevation": 0, "directivity": 0.5, "gain": -6.0206 } ] }
      """)
    guard case .array(let array) = file.content else {
      Issue.record("no array")
      return
    }
    #expect(file.name == "Phone" && array.microphones.count == 2)
    let (a, b) = (array.microphones[0], array.microphones[1])
    #expect(abs(a.x - 0.07) < 1e-12 && abs(a.y - 0.035) < 1e-12 && abs(b.z + 0.004) < 1e-12)
    #expect(a.directivity == 1 && a.sensitivity == 1 && b.directivity == 0.5 && abs(b.sensitivity - 0.5) < 1e-5)
    #expect(abs(b.axis.y - 1) < 1e-6)
  }

  @Test func tetrahedraAreRead() throws {
    let file = try read(
      #"{ "format": "nearfar-microphones/1", "tetrahedron": { "radius": 14.7, "order": "FLU BRU FRD BLD" } }"#)
    guard case .tetrahedron(let microphone, let order) = file.content else {
      Issue.record("no tetrahedron")
      return
    }
    #expect(abs(microphone.radiusMetres - 0.0147) < 1e-7 && microphone.directivity == 0.5 && order == .fluBruFrdBld)
  }

  @Test func responsesAreRead() throws {
    let entries = (0..<12).map { #"{ "file": "\#($0).wav", "azimuth": \#(30 * $0), "elevation": 30 }"# }
    let file = try read(
      #"{ "format": "nearfar-microphones/1", "responses": [ "# + entries.joined(separator: ", ") + " ] }")
    guard case .responses(let responses) = file.content else {
      Issue.record("no responses")
      return
    }
    #expect(responses.map(\.file) == (0..<12).map { "\($0).wav" })
    #expect(abs(responses[3].direction.azimuthDegrees - 90) < 1e-3)
    #expect(abs(responses[3].direction.elevationDegrees - 30) < 1e-3)
  }

  @Test(arguments: [
    ("{}", "format"), ("[", "JSON"),
    (#"{ "format": "nearfar-microphones/2", "microphones": [] }"#, "format"),
    (#"{ "format": "nearfar-microphones/1" }"#, "holds no list"),
    (#"{ "format": "nearfar-microphones/1", "microphones": [ { "x": 0, "y": 0, "z": 0 } ] }"#, "1 microphones"),
    (#"{ "format": "nearfar-microphones/1", "microphones": [ 3, 4 ] }"#, "microphone 1 is no JSON object"),
    (
      #"{ "format": "nearfar-microphones/1", "microphones": [ { "x": 0, "y": 0 }, {} ] }"#, "microphone 1: z is missing"
    ),
    (
      #"{ "format": "nearfar-microphones/1", "microphones": [ { "x": 0, "y": 0, "z": "a" }, {} ] }"#,
      "microphone 1: z is no number"
    ),
    (
      #"{ "format": "nearfar-microphones/1", "microphones": [ { "x": 0, "y": 2000, "z": 1 }, {} ] }"#,
      "microphone 1: y is not within -1000 to 1000"
    ),
    (
      #"{ "format": "nearfar-microphones/1", "tetrahedron": { "radius": 10 }, "responses": [] }"#,
      "more than one kind"
    ), (#"{ "format": "nearfar-microphones/1", "tetrahedron": 14 }"#, "tetrahedron is no JSON object"),
    (#"{ "format": "nearfar-microphones/1", "tetrahedron": {} }"#, "tetrahedron: radius is missing"),
    (#"{ "format": "nearfar-microphones/1", "tetrahedron": { "radius": 41 } }"#, "radius is not within 0 to 40"),
    (
      #"{ "format": "nearfar-microphones/1", "tetrahedron": { "radius": 14, "order": "LFU RFD" } }"#,
      "order is not one of FLU FRD BLD BRU, "
    ), (#"{ "format": "nearfar-microphones/1", "microphones": 3 }"#, "microphones is no list"),
    (#"{ "format": "nearfar-microphones/1", "responses": [ { "file": "a.wav" } ] }"#, "lists 1 responses, not 12 to"),
    (
      #"{ "format": "nearfar-microphones/1", "responses": ["# + String(repeating: "{},", count: 11) + "{} ] }",
      "response 1: file is missing"
    ),
    (
      #"{ "format": "nearfar-microphones/1", "responses": [ { "file": "a.wav", "elevation": 3 }, "#
        + String(repeating: "{},", count: 10) + "{} ] }", "response 1: azimuth is missing"
    ),
  ]) func badFilesAreRefusedWithAReason(_ text: String, _ reason: String) {
    let error = #expect(throws: SettingFileError.self) { try read(text) }
    #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
  }
}
