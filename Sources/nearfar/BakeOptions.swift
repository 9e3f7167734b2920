import AudioFiles
import Options

/// The options of `bake`.
enum BakeOptions {
  static let output = OptionSpec(
    "output", "o", .file("OUT"),
    """
    Where it is written to: a QuickTime file (.mov, .qta), or a sound file (.wav, .rf64, .caf, .flac …) with the recording and the mix \
    metadata beside it.
    """)
  static let layout = OptionSpec(
    "layout", "l", .choice([Layout.binaural, .stereo].map(\.rawValue)),
    "What the stereo track is rendered to (binaural).")
  static let video = OptionSpec(
    "include-video", nil, .file("MOVIE"),
    "A file whose video track is taken over as it is; it may be FILE itself. Movies alone.")
  static let applied = OptionSpec(
    "mix-applied", nil, .none, group: "Remix",
    "The first-order track is the remix too, voices and place as the stereo has them, and not FILE as it is.")
  static let ceiling = OptionSpec(
    "ceiling", nil, .text("DBTP"), group: "Files",
    "True peaks of the stereo are held below it (-1); off lets them rise.")
  static let codec = OptionSpec(
    "codec", "c", .choice(["aac", "pcm"]), group: "Files", "How the stereo track of a movie is stored (aac).")
  static let bitrate = OptionSpec(
    "bitrate", nil, .text("KBIT"), group: "Files", "Of AAC, in thousands of bits per second (256).")
  static let bits = OptionSpec(
    "bits", "b", .choice(SampleEncoding.allCases.filter { $0 != .vorbis }.map(\.rawValue)), group: "Files",
    "How PCM is stored: the first-order track, and the stereo where it is not AAC (24).")

  private static let shared = [
    ProcessOptions.force, ProcessOptions.quiet, ProcessOptions.json, ProcessOptions.progress, ProcessOptions.style,
    ProcessOptions.amount, ProcessOptions.preset, ProcessOptions.metadata, ProcessOptions.suggested, applied,
    ProcessOptions.weights, ProcessOptions.sofa, ProcessOptions.equalization, ProcessOptions.head, ProcessOptions.set,
    ProcessOptions.automation, ProcessOptions.convention, ProcessOptions.channels, ProcessOptions.track,
  ]
  static let all = [output, layout, video] + shared + [ceiling, codec, bitrate, bits]
}
