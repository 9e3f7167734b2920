extension MediaFile {
  /// The track that is read, by its index. `chosen`: from 1; nil for the one that suits best.
  func index(_ chosen: Int?, _ path: String) throws(AudioFileError) -> Int {
    if let chosen {
      guard tracks.indices.contains(chosen - 1) else {
        throw AudioFileError(.input, path, "has no track \(chosen)", remedy: "choose another; it holds \(summary)")
      }
      let track = tracks[chosen - 1]
      guard track.kind == .sound, track.isDecodable else { throw problem(track, path) }
      return chosen - 1
    }
    // A player's stereo is no substitute for the field that is in the file and cannot be read.
    if let hidden = tracks.first(where: { $0.isAPAC }), !tracks.contains(where: { $0.order != nil && $0.isDecodable }) {
      throw problem(hidden, path)
    }
    guard let index = best else {
      if let sound = tracks.first(where: { $0.kind == .sound }) { throw problem(sound, path) }
      throw AudioFileError(.input, path, "holds no sound (\(summary))", remedy: "choose a file with a sound track")
    }
    return index
  }

  /// What is read where nobody chooses, from 1; nil where nothing can be.
  public var readableTrack: Int? { best.map { $0 + 1 } }

  /// The first track that says it is Ambisonics, else the first of four channels, or of as many as a higher order has, else what
  /// a player plays.
  private var best: Int? {
    let sounds = tracks.indices.filter { tracks[$0].kind == .sound && tracks[$0].isDecodable }
    return sounds.first { tracks[$0].isAmbisonic && tracks[$0].order != nil }
      ?? sounds.first { tracks[$0].order == 1 } ?? sounds.first { tracks[$0].order != nil }
      ?? sounds.first { tracks[$0].isEnabled } ?? sounds.first
  }

  /// "1 video (h264), 2 sound (aac, 2 channels)"
  public var summary: String {
    tracks.map { track in
      "\(track.number) \(track.kind) (\(track.codec)\(track.kind == .sound ? ", \(track.channels) channels" : ""))"
    }.joined(separator: ", ")
  }

  private func problem(_ track: MediaTrack, _ path: String) -> AudioFileError {
    guard track.kind == .sound else {
      return AudioFileError(
        .input, path, "track \(track.number) is no sound", remedy: "choose another; it holds \(summary)")
    }
    guard track.isAPAC else {
      return AudioFileError(
        .input, path, "track \(track.number) is in a codec that cannot be decoded here (\(track.codec))",
        remedy: "choose another with --track, or export PCM from it; it holds \(summary)")
    }
    return AudioFileError(
      .input, path, "track \(track.number) is Apple's APAC, which nothing outside Apple's systems decodes",
      remedy: "\(Self.exportRemedy(path)); it holds \(summary), of which --track reads what is not APAC")
  }

  /// How to have what an APAC track holds.
  public static func exportRemedy(_ path: String) -> String {
    "export PCM on a Mac that plays it: afconvert -f WAVE -d LEF32 '\(path)' out.wav"
  }
}
