import AudioFiles

/// The files that something is written to, each with its share of the channels.
struct OutputFiles {
  struct Output {
    /// Stands before the ending of the file's name where there are several.
    let suffix: String
    let channels: Int
    let plan: ChannelPlan
  }

  let outputs: [Output]
  /// Stands behind the recording's name in a folder.
  let tag: String

  init(_ outputs: [Output], tag: String) {
    self.outputs = outputs
    self.tag = tag
  }

  var channels: Int { outputs.reduce(0) { $0 + $1.channels } }
}
