import Remix
import SettingFiles
import TimeTables

@testable import AudioFiles
@testable import Spatial

/// Something that reads files of others. It may refuse any; it may not crash, hang, or hand on what is no number.
struct Parser: Sendable {
  let name: String
  /// Reads `InputFile`. Errors that it throws are what it is for.
  let read: @Sendable () throws -> Void
  /// Makes of the fuzzer's bytes those of the file.
  var seal: @Sendable ([UInt8]) -> [UInt8] = { $0 }

  static let all = [
    Parser(name: "mix", read: mix),
    Parser(name: "microphones", read: microphones),
    Parser(name: "layout", read: { _ = try SpeakerLayoutFile.read(InputFile.path) }),
    Parser(name: "equalization", read: equalization),
    Parser(name: "automation", read: automation),
    Parser(name: "head", read: head),
    Parser(name: "weights", read: Weights.read, seal: Weights.sealed),
    Parser(name: "responses", read: HeadData.read),
    Parser(name: "sound", read: sound),
    Parser(name: "movie", read: sound),
    Parser(name: "atoms", read: atoms),
  ]
  /// Not without being asked: libmysofa goes round and round in some files for hours.
  static let onRequest = [Parser(name: "sofa", read: sofa)]

  /// What was read can be written and read again.
  @Sendable private static func mix() throws {
    let mix = try MixMetadataFile.read(InputFile.path)
    let text = MixMetadataWriter.text(mix)
    let again = try! MixMetadataFile.read(bytes: Array(text.utf8), named: "what was written")
    precondition(MixMetadataWriter.text(again) == text)
  }

  @Sendable private static func microphones() throws {
    guard case .array(let array) = try MicrophoneFile(InputFile.path).content else { return }
    let design = ArrayEncoderDesign(array, noiseGainDecibels: 20)
    for hz in [0.0, 1_000, 20_000] {
      for gain in design.gains(array.moments(atHz: hz)).joined() { precondition(gain.re.isFinite && gain.im.isFinite) }
    }
  }

  @Sendable private static func equalization() throws {
    let equalization = try Equalization(file: InputFile.path)
    for filter in equalization.filters {
      guard let section = filter.coefficients(sampleRate: 48_000) else { continue }
      precondition(section.powerResponse(atHz: 1_000, sampleRate: 48_000).isFinite)
    }
    for point in equalization.curve { precondition(point.hz.isFinite && point.decibels.isFinite) }
  }

  @Sendable private static func automation() throws {
    var file = try AutomationFile(InputFile.path)
    while let entry = try file.next() { precondition(entry.seconds >= 0 && entry.seconds.isFinite) }
  }

  @Sendable private static func head() throws {
    var last = 0.0
    for pose in try HeadMotion(InputFile.path).prefix(10_000) {
      precondition(pose.seconds >= last && pose.seconds.isFinite)
      for axis in 0..<3 { precondition(pose.wrapped[axis].magnitude <= 180) }
      last = pose.seconds
    }
  }

  @Sendable private static func sofa() throws {
    HeadData.check(try SOFAFile.read(InputFile.path))
  }

  @Sendable private static func atoms() throws {
    guard var movie = QuickTimeMovie(path: InputFile.path) else { return }
    _ = (movie.timescale, movie.duration)
    _ = QuickTimeMetadata.text(MediaFile.mixMetadataKey, in: movie, InputFile.descriptor)
    for track in movie.tracks {
      _ = (track.isEnabled, track.alternateGroup, track.fallback, track.layoutTag, track.chunks)
      movie.change(track: track.identifier) { entry in
        entry.alternateGroup = 1
        entry.fallback = 2
        entry.layoutTag = 3
      }
    }
    precondition(movie.atom.bytes.count == movie.atom.size)
  }
}
