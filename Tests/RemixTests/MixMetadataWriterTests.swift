import Foundation
import SettingFiles
import Signal
import Testing

@testable import Remix

/// What is written is what is read, and nothing of anybody's is lost.
struct MixMetadataWriterTests {
  /// A folder of its own for every test.
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("nearfar-writer-\(getpid())-\(UUID().uuidString)").path

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false) }

  private func path(_ name: String) -> String { folder + "/" + name }

  private func contents(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

  private func failure(_ mix: MixMetadata = full, to path: String) -> String {
    do throws(SettingFileError) {
      try MixMetadataWriter.write(mix, to: path)
      return "(none)"
    } catch {
      return error.message
    }
  }

  private static let full: MixMetadata = {
    var mix = MixMetadata()
    mix.algorithm = "a \"test\" – ünï\n\u{1}"
    mix.loudness = .init(recording: -24.13, dialog: -25.8, ambience: -31.4)
    mix.equalLoudness = .init(cinematic: [0.51, 1.24, -2, 0], studio: [1, 2.05, 3.1, 4])
    (mix.style, mix.amount) = (.inFrame, 0.65)
    mix.dialog.gainDecibels = 2.85
    mix.dialog.equalization = [
      .init(kind: .highPass, hz: 80, q: 0.7071), .init(kind: .peak, hz: 3200.5, decibels: 2.5, q: 0.9),
      .init(kind: .lowShelf, hz: 150, decibels: -3, q: 0.7071), .init(kind: .lowPass, hz: 16_000, q: 1.3),
    ]
    mix.ambience.gainDecibels = -1.5
    mix.ambience.equalization = [.init(kind: .highShelf, hz: 6000, decibels: -4.25, q: 0.5)]
    mix.view = .init(azimuthDegrees: -12.5, widthDegrees: 70)
    mix.talkers = [
      .init(seconds: 0, azimuthDegrees: 20, elevationDegrees: 0),
      .init(seconds: 12.41, azimuthDegrees: -35.1, elevationDegrees: 7.5),
    ]
    mix.delivery = .init(dialogNormalization: -24, dynamics: .filmLight, loudnessRange: 9.25)
    return mix
  }()

  @Test func whatIsWrittenIsRead() throws {
    try MixMetadataWriter.write(Self.full, to: path("mix.json"))
    let mix = try MixMetadataFile.read(path("mix.json"))
    #expect(mix == Self.full)
    #expect(try contents("mix.json") == MixMetadataWriter.text(Self.full))
    // Nothing but the file is left behind, and it may be read by those the system lets read new files.
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["mix.json"])
    let mode = try #require(FileManager.default.attributesOfItem(atPath: path("mix.json"))[.posixPermissions] as? Int)
    let mask = umask(0)
    umask(mask)
    #expect(mode == 0o666 & ~Int(mask))
  }

  @Test func aFileIsShortAndReadable() throws {
    #expect(MixMetadataWriter.text(MixMetadata()) == "{\n  \"format\": \"nearfar-mix/1\"\n}\n")
    var mix = MixMetadata()
    mix.loudness.dialog = -23.004999
    mix.dialog.gainDecibels = 0.1 + 0.2
    mix.talkers = (0..<3).map {
      .init(seconds: Double($0) / 3, azimuthDegrees: 1 / 3 - 30 * Double($0), elevationDegrees: 0)
    }
    let list = #"{"time": 0, "azimuth": 0.3}, {"time": 0.33, "azimuth": -29.7}, {"time": 0.67, "azimuth": -59.7}"#
    #expect(
      MixMetadataWriter.text(mix)
        == """
        {
          "format": "nearfar-mix/1",
          "loudness": {"dialog": -23},
          "dialog": {"gain": 0.3},
          "talkers": [\(list)]
        }

        """)
    mix.talkers[2].elevationDegrees = 12.345
    let lines = MixMetadataWriter.text(mix).split(separator: "\n")
    #expect(
      lines[4...].joined(separator: "\n") == """
          "talkers": [
            {"time": 0, "azimuth": 0.3},
            {"time": 0.33, "azimuth": -29.7},
            {"time": 0.67, "azimuth": -59.7, "elevation": 12.3}
          ]
        }
        """)
  }

  /// As many talkers as the reader takes.
  @Test func longListsFit() throws {
    var mix = MixMetadata()
    mix.talkers = (0..<MixMetadataFile.mostTalkers).map {
      .init(seconds: 0.25 * Double($0), azimuthDegrees: Double($0 % 300) - 150.5, elevationDegrees: 0)
    }
    try MixMetadataWriter.write(mix, to: path("long.json"))
    #expect(try MixMetadataFile.read(path("long.json")) == mix)
    #expect(try contents("long.json").split(separator: "\n").count == MixMetadataFile.mostTalkers + 5)
    mix.talkers.append(.init(seconds: 1e5, azimuthDegrees: 0, elevationDegrees: 0))
    #expect(failure(mix, to: path("long.json")).contains("talkers has 20001 entries; keep at most 20000"))
    #expect(try MixMetadataFile.read(path("long.json")).talkers.count == MixMetadataFile.mostTalkers)
  }

  @Test func theManualsExampleComesBack() throws {
    let page = try String(
      contentsOf: MixMetadataFileTests.docs.appendingPathComponent("mix-metadata.md"), encoding: .utf8)
    let example = try #require(page.components(separatedBy: "```json\n").last?.components(separatedBy: "```").first)
    let mix = try MixFiles.read(Data(example.utf8))
    #expect(try MixFiles.read(Data(MixMetadataWriter.text(mix).utf8)) == mix)
  }

  @Test func whatTheReaderRefusesIsNotWritten() throws {
    var mix = MixMetadata()
    mix.dialog.gainDecibels = 30
    #expect(failure(mix, to: path("mix.json")).contains("field dialog.gain is not within -24 to 24"))
    mix.dialog.gainDecibels = 0
    mix.talkers = [.init(seconds: 0, azimuthDegrees: .nan, elevationDegrees: 0)]
    #expect(failure(mix, to: path("mix.json")).contains("field talkers[0] lacks azimuth"))
    // Where a number may be missing, one that is none is left out.
    mix = MixMetadata()
    mix.loudness = .init(recording: -.infinity, dialog: .nan, ambience: -30)
    try MixMetadataWriter.write(mix, to: path("mix.json"))
    #expect(try MixMetadataFile.read(path("mix.json")).loudness == .init(recording: nil, dialog: nil, ambience: -30))
  }

  @Test(arguments: [
    "{\"format\": \"nearfar-mix/2\"}", "{\"format\": \"other\"}", "{}", "RIFF", "[]", "{\"format\": \"nearfar-mix/1\"",
  ])
  func filesOfOthersAreLeft(_ text: String) throws {
    try text.write(toFile: path("mine.txt"), atomically: false, encoding: .utf8)
    let message = failure(to: path("mine.txt"))
    #expect(message.contains("\(path("mine.txt")): is another file, and was left as it is; choose a new one"))
    #expect(try contents("mine.txt") == text)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["mine.txt"])
  }

  @Test func ownFilesAreReplaced() throws {
    // Of the format, if with a mistake in it; and empty ones.
    for text in ["{\"format\": \"nearfar-mix/1\", \"dialog\": 7}", ""] {
      try text.write(toFile: path("mix.json"), atomically: false, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path("mix.json"))
      try MixMetadataWriter.write(Self.full, to: path("mix.json"))
      #expect(try MixMetadataFile.read(path("mix.json")) == Self.full)
      let mode = try FileManager.default.attributesOfItem(atPath: path("mix.json"))[.posixPermissions]
      #expect(mode as? Int == 0o640)
    }
    // Through a link, which stays one.
    try FileManager.default.createSymbolicLink(atPath: path("link.json"), withDestinationPath: "mix.json")
    try MixMetadataWriter.write(MixMetadata(), to: path("link.json"))
    #expect(try MixMetadataFile.read(path("mix.json")) == MixMetadata())
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path("link.json")) == "mix.json")
  }

  /// As hosts keep a file that is yet to be written.
  @Test func linksToNowhereAreFollowed() throws {
    try FileManager.default.createDirectory(atPath: path("session"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: path("session/mix.json"), withDestinationPath: "../written.json")
    try MixMetadataWriter.write(Self.full, to: path("session/mix.json"))
    #expect(try MixMetadataFile.read(path("written.json")) == Self.full)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: path("session/mix.json")) == "../written.json")
    try FileManager.default.createSymbolicLink(atPath: path("loop.json"), withDestinationPath: "loop.json")
    #expect(failure(to: path("loop.json")).contains("cannot be written ("))
  }

  @Test func badPathsAreNamed() throws {
    #expect(failure(to: folder).contains("\(folder): is a folder; choose a file in it"))
    #expect(failure(to: "/dev/null").contains("is no ordinary file"))
    #expect(failure(to: path("no/mix.json")).contains("(No such file or directory); choose a folder that exists"))
    #expect(failure(to: "/proc/mix.json").contains("cannot be written ("))
    #expect(failure(to: "").contains("cannot be written ("))
    #expect(
      failure(to: path(String(repeating: "n", count: 300))).contains("(File name too long); choose another path"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
  }
}
