import AudioFiles
import Options
import Remix
import SettingFiles
import Signal

/// The mix metadata that a rendering follows: a file, or what a movie holds.
enum MixSource {
  case file(String)
  /// `movie`: the file that holds it.
  case embedded(String, movie: String)

  /// As `--metadata` says; without it, what is in the recording. Nil for none.
  static func chosen(_ arguments: Arguments, recording: String) throws(Failure) -> MixSource? {
    let sidecar = Sidecar.path(of: recording)
    switch arguments[ProcessOptions.metadata] {
    case "none": return nil
    case "sidecar": return FilePath.exists(sidecar) ? .file(sidecar) : try embedded(recording)
    case let path?: return .file(path)
    case nil: return try embedded(recording)
    }
  }

  /// Files that cannot be opened are told of by those who read their sound.
  private static func embedded(_ recording: String) throws(Failure) -> MixSource? {
    guard let kind = MediaKind(path: recording), let media = try? MediaFile(recording, kind),
      let text = media.mixMetadata
    else { return nil }
    let source = MixSource.embedded(text, movie: recording)
    do {
      _ = try source.metadata()
    } catch {
      throw Failure(.setting, "\(Failure(error).message); or leave it out: --metadata none")
    }
    return source
  }

  /// What is worth knowing of it: nobody asked for it.
  var note: String? {
    guard case .embedded = self else { return nil }
    return "the mix metadata in it are followed; --metadata none leaves them out"
  }

  func metadata() throws -> MixMetadata {
    switch self {
    case .file(let path): try MixMetadataFile.read(path)
    case .embedded(let text, let movie):
      try MixMetadataFile.read(bytes: Array(text.utf8), named: "\(movie), \(MediaFile.mixMetadataKey)")
    }
  }

  /// To the letter.
  func text() throws(Failure) -> String {
    switch self {
    case .embedded(let text, _): return text
    case .file(let path):
      let contents = FileContents(path: path, mostBytes: 1 << 24)
      guard contents.isRead else { throw Failure(.setting, "\(path): cannot be read any more; try again") }
      return String(decoding: contents.bytes, as: UTF8.self)
    }
  }
}
