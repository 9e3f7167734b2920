import AudioFiles
import Options
import Plugins
import Signal

/// `nearfar process`: a recording in, a rendering out.
enum ProcessCommand {
  static let spec = CommandSpec(
    "process", summary: "Remixes a first-order recording and renders it",
    description: [
      """
      FILE is a first-order Ambisonics recording (AmbiX: W Y Z X, SN3D) of any length and sample rate: WAV, RF64, W64, CAF, AIFF, \
      AU, FLAC or Ogg, or a movie (MOV, QTA, MP4, M4A, MKV, Opus) with a first-order track; - reads standard input.
      """,
      """
      The sound is that of the plugins Nearfar Remix and Nearfar Mixer, to the bit. Latency is taken out: OUT has as many frames as \
      FILE, and each at its place. OUT has its name when it is whole; on failures and Ctrl-C nothing is left.
      """,
    ],
    operand: .init("FILE"), options: ProcessOptions.all,
    examples: [
      .init("process walk.wav -o walk.binaural.wav", "voices against place, for headphones"),
      .init("process walk.wav -o talk.flac -l 5.1 -s studio -a 0.8", "close voices in the center loudspeaker"),
      .init("process walk.mov -o walk.quad.wav -l quad", "the first-order track of a movie"),
      .init("process walk.wav -o walk.wav -l stems", "walk.place.wav and walk.voices.wav, for mixing elsewhere"),
      .init("process walk.wav -o - --head motion.csv | ffplay -i -", "along a recorded head, listened to at once"),
    ])

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws {
    let terminal = terminal.following(arguments)
    let job = try ProcessJob(arguments, terminal)
    let report = try job.run()
    if arguments.isSet(ProcessOptions.json) {
      print(report.json.description, terminator: "")
    } else if !job.plan.isStream {
      terminal.note(report.line)
    }
  }
}
