/// Any file that holds sound: movies are read by FFmpeg's libraries, all else by libsndfile.
public enum SoundFile {
  /// `path`: `-` is standard input. `track`: of a movie, from 1; nil for its first-order track, or what a player plays.
  public static func open(_ path: String, track: Int? = nil) throws(AudioFileError) -> any SoundReader {
    if let kind = MediaKind(path: path) { return try MediaReader(path, kind, track: track) }
    let reader = try AudioFileReader(path)
    guard track == nil || track == 1 else {
      throw AudioFileError(.input, path, "has one track alone", remedy: "leave --track out")
    }
    return reader
  }
}
