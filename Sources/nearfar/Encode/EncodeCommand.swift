import AudioFiles
import Options

/// `nearfar encode`: microphones, sources and beds in, a first-order field out.
enum EncodeCommand {
  static let spec = CommandSpec(
    "encode", summary: "Makes first-order Ambisonics of microphones, sources and beds, or of another kind of it",
    description: [
      """
      FILE holds the capsules of a microphone (A-format of a tetrahedron, or an array of 2 to 16 microphones that a file describes), a \
      source, a pair, a bed of loudspeaker channels, or a first-order field of another order and scale. OUT has W Y Z X (AmbiX, SN3D), or \
      what --to says.
      """,
      """
      The sound is that of the plugins Nearfar Encode A-format, Mono, Stereo and Bed, to the bit; arrays have filters of their own, of \
      linear phase. Latency is taken out: OUT has as many frames as FILE, and each at its place. OUT has its name when it is whole; on \
      failures and Ctrl-C nothing is left.
      """,
    ],
    operand: .init("FILE"), options: EncodeOptions.all,
    examples: [
      .init("encode take.wav -o walk.wav -m sennheiser-ambeo-vr --high-pass 60", "A-format of a known microphone"),
      .init(
        "encode take.wav -o walk.wav -m phone.json", "four microphones of a telephone, at the places in phone.json"),
      .init("encode take.wav -o walk.wav -m phone.sofa", "the same from measured responses"),
      .init("encode song.wav -o song.foa.wav --angle 90 --rotation 30", "a stereo pair, wide and to the left"),
      .init("encode film.wav -o film.foa.wav", "5.1 or 7.1.4, by its channels"),
      .init("encode walk.wav -o walk.amb --from ambix --to fuma", "AmbiX to classic B-format"),
      .init("encode old.wav -o new.wav --from n3d --input-order WXYZ", "another order and scale to AmbiX"),
    ])

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws {
    let job = try EncodeJob(arguments, terminal.following(arguments))
    let report = try job.run()
    if arguments.isSet(ProcessOptions.json) {
      print(report.json.description, terminator: "")
    } else if !job.plan.isStream {
      terminal.following(arguments).note(report.line)
    }
  }
}
