import AudioFiles
import Remix
import SettingFiles

/// What is found out of a movie beside its sound: its tracks, and the mix metadata in it.
struct MediaReport {
  let media: MediaFile
  /// Which track is measured, from 1; nil where none can be decoded.
  let track: Int?
  private let path: String
  private let mixProblem: String?

  /// Nil where `path` is no movie. `chosen`: the track to measure.
  init?(_ path: String, track chosen: Int?) throws {
    guard let kind = MediaKind(path: path) else { return nil }
    self.path = path
    media = try MediaFile(path, kind)
    track = chosen ?? media.readableTrack
    mixProblem = Self.problem(media.mixMetadata, path)
  }

  private static func problem(_ mix: String?, _ path: String) -> String? {
    guard let mix else { return nil }
    do throws(SettingFileError) {
      _ = try MixMetadataFile.read(bytes: Array(mix.utf8), named: "\(path), \(MediaFile.mixMetadataKey)")
      return nil
    } catch { return error.message }
  }

  /// Of the first sound track, where nothing can be read.
  var unreadable: AudioFileInfo? {
    guard track == nil, let sound = media.tracks.first(where: { $0.kind == .sound }) else { return nil }
    return AudioFileInfo(media, sound)
  }

  /// The track that is measured says of itself that it is AmbiX.
  var isAmbiX: Bool { track.map { media.tracks[$0 - 1].isAmbisonic } ?? false }

  var remarks: [String] {
    var remarks: [String] = []
    for track in media.tracks where track.isAPAC {
      let others = media.tracks.filter { $0.kind == .sound && $0.isDecodable }.map { "\($0.number) (\($0.codec))" }
      let rest =
        others.isEmpty ? "it holds no other sound" : "what can be read is track \(others.joined(separator: ", "))"
      remarks.append(
        "track \(track.number) is Apple's APAC, which nothing outside Apple's systems decodes; \(rest); "
          + MediaFile.exportRemedy(path)
      )
    }
    for track in media.tracks where track.kind == .sound && !track.isDecodable && !track.isAPAC {
      remarks.append("track \(track.number) (\(track.codec)) cannot be decoded here")
    }
    if let mixProblem { remarks.append(mixProblem) }
    return remarks
  }

  var rows: [(String, String)] {
    var rows = media.tracks.map { ("track \($0.number)", Self.line($0) + ($0.number == track ? "; measured" : "")) }
    if media.mixMetadata != nil && mixProblem == nil {
      rows.append(("mix metadata", "in the file (\(MediaFile.mixMetadataKey)); --mix prints them"))
    }
    return rows
  }

  private static func line(_ track: MediaTrack) -> String {
    var parts = ["\(track.kind)", track.codec]
    if track.kind == .sound {
      let order = track.order.map { "Ambisonics of order \($0)" }
      let layout = track.isAmbisonic ? order ?? "Ambisonics" : track.layout
      parts.append("\(track.channels) channels" + (layout.isEmpty ? "" : " (\(layout))"))
      parts.append("\(track.sampleRate) Hz")
    }
    parts.append(track.isEnabled ? "enabled" : "disabled")
    if track.alternateGroup > 0 { parts.append("group \(track.alternateGroup)") }
    if let fallback = track.fallback { parts.append("falls back to track \(fallback)") }
    return parts.joined(separator: ", ")
  }

  var json: [(String, JSONValue)] {
    [("tracks", .list(media.tracks.map(Self.json))), ("track", .optional(track))]
      + [("embeddedMix", .optional(media.mixMetadata))]
  }

  private static func json(_ track: MediaTrack) -> JSONValue {
    .object([
      ("number", .whole(track.number)), ("kind", .text(track.kind.rawValue)), ("codec", .text(track.codec)),
      ("decodable", .truth(track.isDecodable)), ("channels", .whole(track.channels)),
      ("sampleRate", .whole(track.sampleRate)), ("layout", .text(track.layout)),
      ("ambisonic", .truth(track.isAmbisonic)), ("enabled", .truth(track.isEnabled)),
      ("alternateGroup", .whole(track.alternateGroup)), ("fallback", .optional(track.fallback)),
      ("frames", .optional(track.frames)),
    ])
  }
}
