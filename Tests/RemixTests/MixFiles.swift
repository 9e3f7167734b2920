import Foundation
import SettingFiles
import Signal

@testable import Remix

/// Mix files made for a test.
enum MixFiles {
  static func path(_ bytes: Data) throws -> String {
    let folder = FileManager.default.temporaryDirectory
    let path = folder.appendingPathComponent("nearfar-mix-\(getpid())-\(UUID().uuidString).json").path
    try bytes.write(to: URL(fileURLWithPath: path))
    return path
  }

  static func read(_ bytes: Data) throws -> MixMetadata {
    let path = try path(bytes)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try MixMetadataFile.read(path)
  }

  /// `fields`: what follows the format.
  static func read(_ fields: String) throws -> MixMetadata {
    try read(Data("{\"format\": \"nearfar-mix/1\"\(fields.isEmpty ? "" : ", ")\(fields)}".utf8))
  }

  /// For `Remixer.exchangeMix`.
  static func mix(_ fields: String, sampleRate: Double = 48_000) throws -> UnsafeMutableRawPointer {
    Exchange.make(RemixMix(try read(fields), sampleRate: sampleRate))
  }

  /// The message that reading ends with.
  static func failure(_ bytes: Data) throws -> String {
    do {
      _ = try read(bytes)
      return "(none)"
    } catch let error as SettingFileError {
      return error.message
    }
  }

  static func failure(_ fields: String) throws -> String {
    try failure(Data("{\"format\": \"nearfar-mix/1\", \(fields)}".utf8))
  }
}

/// Not in the module: to compare texts Embedded Swift would need tables of Unicode.
extension MixMetadata: Equatable {
  public static func == (a: MixMetadata, b: MixMetadata) -> Bool {
    a.algorithm == b.algorithm && a.loudness == b.loudness && a.equalLoudness == b.equalLoudness && a.style == b.style
      && a.amount == b.amount
      && a.dialog == b.dialog && a.ambience == b.ambience && a.view == b.view && a.talkers == b.talkers
      && a.delivery == b.delivery
  }
}
