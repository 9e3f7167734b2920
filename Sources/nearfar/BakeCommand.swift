import AudioFiles
import Options

/// `nearfar bake`: a recording in, a file that plays anywhere out.
enum BakeCommand {
  static let spec = CommandSpec(
    "bake", summary: "Makes a file that plays anywhere, with the recording in it or beside it",
    description: [
      """
      FILE is a first-order recording, as for process. OUT is a QuickTime file of two sound tracks that are alternatives of each other: \
      stereo, remixed and rendered, which every player plays; and FILE's first order (PCM, marked as Ambisonics, ACN and SN3D), \
      disabled, for those who know what to do with it. The stereo track is its fallback, and a third track holds the mix metadata that \
      were followed, or else what was done: nearfar info --mix prints them.
      """,
      """
      With a sound file for OUT (walk.wav) that is the stereo; the first order stands beside it (walk.foa.wav), and the mix metadata \
      beside that (walk.foa.mix.json).
      """,
      """
      The stereo is brought to the loudness that the first-order track has when it is heard through the same head or loudspeakers \
      without remix, and its true peaks are held at -1 dBTP.
      """,
    ],
    operand: .init("FILE"), options: BakeOptions.all,
    examples: [
      .init("bake walk.wav -o walk.mov", "stereo for everybody, the field for later"),
      .init("bake walk.wav -o film.mov --include-video film.mp4 -m sidecar", "with pictures, as the mix metadata say"),
      .init("bake walk.wav -o walk.qta -c pcm -s studio -a 0.8", "close voices, without loss"),
      .init("bake walk.wav -o out/walk.flac", "stereo, out/walk.foa.flac and out/walk.foa.mix.json"),
      .init("bake walk.wav -o talk.mov --mix-applied -m sidecar", "the remix in the first order too"),
    ])

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws {
    let terminal = terminal.following(arguments)
    let report = try BakeJob(arguments, terminal).run()
    if arguments.isSet(ProcessOptions.json) {
      print(report.json.description, terminator: "")
    } else {
      terminal.note(report.line)
    }
  }
}
