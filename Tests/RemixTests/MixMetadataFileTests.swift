import Foundation
import SettingFiles
import Testing

@testable import Remix

/// What is taken from mix files, and what is refused with which words.
struct MixMetadataFileTests {
  static let docs = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("docs")

  @Test func theManualsExampleIsRead() throws {
    let page = try String(contentsOf: Self.docs.appendingPathComponent("mix-metadata.md"), encoding: .utf8)
    let example = try #require(page.components(separatedBy: "```json\n").last?.components(separatedBy: "```").first)
    let mix = try MixFiles.read(Data(example.utf8))
    #expect(mix.loudness.recording == -24.1 && mix.loudness.dialog == -25.8 && mix.loudness.ambience == -31.4)
    #expect(mix.equalLoudness == .init(cinematic: [0.3, 0.6, 0.8, 1], studio: [0.5, 0.9, 1.1, 1.2]))
    #expect(mix.style == .cinematic && mix.amount == 0.6)
    #expect(mix.dialog.gainDecibels == 2.8 && mix.ambience.gainDecibels == -1.5)
    #expect(
      mix.dialog.equalization == [
        .init(kind: .highPass, hz: 80, q: 0.7071), .init(kind: .peak, hz: 3200, decibels: 2.5, q: 0.9),
      ])
    #expect(mix.ambience.equalization == [.init(kind: .lowShelf, hz: 150, decibels: -4, q: 0.7071)])
    #expect(mix.view?.azimuthDegrees == 0 && mix.view?.widthDegrees == 70)
    #expect(mix.talkers.map(\.seconds) == [0, 12.4] && mix.talkers.map(\.azimuthDegrees) == [20, -35])
    #expect(mix.delivery.dialogNormalization == -24 && mix.delivery.loudnessRange == 9.2)
    #expect(mix.delivery.dynamics == .speech)
  }

  /// The schema and the reader name the same styles and limits.
  @Test func theSchemaKnowsTheStyles() throws {
    let data = try Data(contentsOf: Self.docs.appendingPathComponent("nearfar-mix-1.schema.json"))
    let schema = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    func at(_ keys: String...) -> Any? {
      keys.reduce(schema as Any?) { ($0 as? [String: Any])?[$1] }
    }
    #expect(
      at("properties", "suggestion", "properties", "style", "enum") as? [String]
        == Style.allCases.map { "\($0.name)" })
    #expect(
      at("$defs", "part", "properties", "equalization", "maxItems") as? Int == MixMetadataFile.mostBands)
    #expect(at("properties", "talkers", "maxItems") as? Int == MixMetadataFile.mostTalkers)
    #expect(at("properties", "format", "const") as? String == "\(MixMetadataFile.format)")
  }

  @Test func onlyTheFormatIsNeeded() throws {
    let mix = try MixFiles.read("")
    #expect(mix.loudness.dialog == nil && mix.style == nil && mix.dialog.gainDecibels == 0 && mix.talkers.isEmpty)
    // With the mark that some editors put first.
    _ = try MixFiles.read(Data([0xEF, 0xBB, 0xBF]) + Data("{\"format\": \"nearfar-mix/1\"}\n".utf8))
  }

  @Test func unknownFieldsArePassedOver() throws {
    let mix = try MixFiles.read(
      """
      "weather": {"rain": [1, null, "NaN"]}, "dialog": {"gain": 3, "reverb": "much"},
      "loudness": {"dialog": -20, "peak": null}, "ambience": {"equalization": [
        {"type": "low-pass", "frequency": 9000, "colour": 1}]}
      """)
    #expect(mix.dialog.gainDecibels == 3 && mix.loudness.dialog == -20 && mix.loudness.ambience == nil)
    #expect(mix.ambience.equalization == [.init(kind: .lowPass, hz: 9000, q: 0.7071)])
  }

  @Test(arguments: [
    ("nearfar-mix/2", "field format is not \"nearfar-mix/1\", which alone is read here; make the file again"),
    ("Nearfar-mix/1", "which alone is read here"), ("", "which alone is read here"),
  ])
  func otherVersionsAreRefused(_ version: String, _ reason: String) throws {
    let message = try MixFiles.failure(Data("{\"format\": \"\(version)\", \"dialog\": 7}".utf8))
    #expect(message.hasPrefix("the mix metadata /") && message.contains(reason))
  }

  @Test(arguments: [
    ("{}", "the whole lacks format"), ("[]", "the whole is no object"), ("{\"format\": 1}", "field format is no text"),
    ("{\"format\": \"nearfar-mix/1\"", "line 1: column"), ("no json", "line 1: column"), (" ", "is no JSON"),
    ("{\"format\": \"nearfar-mix/1\", \"format\": \"nearfar-mix/1\"}", "duplicate"),
    ("{\"format\": \"nearfar-mix/1\",\n \"dialog\": {\"gain\": NaN}}", "line 2: column"),
    ("{\"format\": \"nearfar-mix/1\", \"dialog\": {\"gain\": 1e400}}", "real number overflow"),
    ("{\"format\": \"nearfar-mix/1\u{0}\"}", "is no JSON"),
  ])
  func whatIsNoSuchFileIsRefused(_ text: String, _ reason: String) throws {
    let message = try MixFiles.failure(Data(text.utf8))
    #expect(message.contains(reason), "\(message)")
    #expect(message.contains("; choose ") || message.contains("; write "), "there is a remedy: \(message)")
  }

  @Test(arguments: [
    (#""dialog": {"gain": 1e300}"#, "field dialog.gain is not within -24 to 24; correct it"),
    (#""dialog": {"gain": "3"}"#, "field dialog.gain is no number"),
    (#""dialog": {"gain": null}"#, "field dialog.gain is no number"),
    (#""dialog": {"gain": "NaN"}"#, "field dialog.gain is no number"),
    (#""ambience": [1]"#, "field ambience is no object"),
    (#""ambience": {"equalization": {}}"#, "field ambience.equalization is no list"),
    (#""ambience": {"equalization": [7]}"#, "field ambience.equalization[0] is no object"),
    (
      #""dialog": {"equalization": [{"type": "peak", "frequency": 100, "gain": 3}, {"type": "peak", "frequency": 1000, "gain": 3, "q": -1}]}"#,
      "field dialog.equalization[1].q is not within 0.1 to 20"
    ),
    (
      #""dialog": {"equalization": [{"type": "peak", "frequency": 0, "gain": 3}]}"#,
      "field dialog.equalization[0].frequency is not within 10 to 24000"
    ),
    (
      #""dialog": {"equalization": [{"type": "bell", "frequency": 100, "gain": 3}]}"#,
      "field dialog.equalization[0].type is none of \"peak\", \"low-shelf\""
    ),
    (#""dialog": {"equalization": [{"type": "peak", "frequency": 100}]}"#, "equalization[0] lacks gain; add it"),
    (#""dialog": {"equalization": [{"frequency": 100}]}"#, "equalization[0] lacks type"),
    (
      #""dialog": {"equalization": [{"type": "low-pass", "frequency": 100, "gain": []}]}"#,
      "equalization[0].gain is no number"
    ),
    (#""loudness": {"dialog": 1e9}"#, "field loudness.dialog is not within -120 to 20"),
    (#""equalLoudness": {"cinematic": [0, 1, 2, 3]}"#, "field equalLoudness lacks studio"),
    (
      #""equalLoudness": {"cinematic": [0, 1, 2], "studio": [0, 1, 2, 3]}"#,
      "field equalLoudness.cinematic has 3 entries; give the gains for the amounts 0.25, 0.5, 0.75 and 1"
    ),
    (
      #""equalLoudness": {"cinematic": [0, 1, 2, 3], "studio": [0, 1, 2, 30]}"#,
      "field equalLoudness.studio[3] is not within -24 to 24"
    ),
    (#""suggestion": {"style": "cinematic"}"#, "field suggestion.style is none of \"Cinematic\""),
    (#""suggestion": {"style": 0}"#, "field suggestion.style is no text"),
    (#""suggestion": {"amount": 2}"#, "field suggestion.amount is not within 0 to 1"),
    (#""view": {"azimuth": 0}"#, "field view lacks width"),
    (#""talkers": [{"time": 3, "azimuth": 0}, {"time": 2, "azimuth": 0}]"#, "talkers[1].time is earlier"),
    (#""talkers": [{"time": 3, "azimuth": 0, "elevation": 91}]"#, "talkers[0].elevation is not within -90 to 90"),
    (#""delivery": {"dialnorm": -24.5}"#, "field delivery.dialnorm is no whole number"),
    (#""delivery": {"dynamics": "loud"}"#, "field delivery.dynamics is none of \"none\""),
    (#""algorithm": 3"#, "field algorithm is no text"),
  ])
  func wrongValuesAreRefusedByName(_ fields: String, _ reason: String) throws {
    let message = try MixFiles.failure(fields)
    #expect(message.contains(reason), "\(message)")
  }

  @Test func thousandsOfBandsAreRefused() throws {
    let band = #"{"type": "peak", "frequency": 100, "gain": 24}"#
    func list(_ count: Int) -> String {
      "\"dialog\": {\"equalization\": [\(Array(repeating: band, count: count).joined(separator: ","))]}"
    }
    #expect(try MixFiles.read(list(16)).dialog.equalization.count == 16)
    #expect(try MixFiles.failure(list(17)).contains("dialog.equalization has 17 entries; keep at most 16"))
    #expect(try MixFiles.failure(list(20_000)).contains("keep at most 16"))
    #expect(try MixFiles.failure(list(40_000)).contains("larger than 1 MB"))
    // Deeper than anybody nests.
    #expect(try MixFiles.failure("\"x\": " + String(repeating: "[", count: 100_000)).contains("is no JSON"))
  }
}
