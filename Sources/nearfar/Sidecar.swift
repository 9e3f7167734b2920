/// The mix metadata beside a recording.
enum Sidecar {
  /// `walk.wav` has `walk.mix.json`.
  static func path(of recording: String) -> String { FilePath.withoutEnding(recording) + ".mix.json" }
}
