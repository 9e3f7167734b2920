import AudioFiles
import Options
import Plugins

/// The options of `process`, which `batch` passes on.
enum ProcessOptions {
  static let output = OptionSpec(
    "output", "o", .file("OUT"),
    """
    Where it is written to: a file, whose ending says what kind it is; a folder, where it is named after FILE; or - for a WAV on \
    standard output.
    """)
  static let layout = OptionSpec(
    "layout", "l", .choice(Layout.allCases.map(\.rawValue)), "What it is rendered to (binaural). See nearfar layouts.")
  static let force = OptionSpec("force", "f", .none, "Replace files that are there.")
  static let quiet = OptionSpec("quiet", "q", .none, "Tell nothing but errors.")
  static let json = OptionSpec("json", nil, .none, "Print what was done as JSON.")
  static let progress = OptionSpec(
    "progress", nil, .choice(Progress.Form.allCases.map(\.rawValue)),
    "How far it is: a bar on a terminal (auto), or for programs lines of `progress 0.0000` to 1 on standard error.")

  static let style = OptionSpec(
    "style", "s", .text("STYLE"), group: "Remix", "What becomes of voices and place (Cinematic). See nearfar styles.")
  static let amount = OptionSpec(
    "amount", "a", .text("0…1"), group: "Remix", "From the recording as it is (0) to the whole remix (1); 0.5.")
  static let preset = OptionSpec(
    "preset", "p", .text("NAME"), group: "Remix", isRepeatable: true,
    "Controls as a preset has them; what else is said counts more. See nearfar presets.")
  static let metadata = OptionSpec(
    "metadata", "m", .file("MIX"), group: "Remix",
    """
    A mix file (JSON, nearfar-mix/1) with gains, equalization and loudness; `sidecar` is the one beside FILE, if there is one. Without \
    it what FILE itself holds is followed, which `none` leaves out.
    """
  )
  static let suggested = OptionSpec(
    "suggested", nil, .none, group: "Remix", "Style and amount as the mix file suggests them, where they are not said.")
  static let weights = OptionSpec(
    "weights", nil, .folder("FOLDER"), group: "Remix",
    "Where the network's weights are (mask-network.bin); else they are looked for beside the program and in the LV2 folders."
  )

  static let sofa = OptionSpec(
    "sofa", nil, .file("SOFA"), group: "Headphones and loudspeakers",
    "The head that is listened through (layout binaural); else the dummy head of libmysofa, or what NEARFAR_HRTF names."
  )
  static let equalization = OptionSpec(
    "headphone-eq", nil, .file("EQ"), group: "Headphones and loudspeakers",
    "An equalization that makes the headphones flat (text or CSV; layout binaural).")
  static let head = OptionSpec(
    "head", nil, .text("Y,P,R|CSV"), group: "Headphones and loudspeakers",
    "How the head is turned, in degrees (left, nose up, right ear down); or a CSV of its motion: seconds, yaw, pitch, roll."
  )
  static let speakers = OptionSpec(
    "speakers", nil, .file("JSON"), group: "Headphones and loudspeakers",
    "Where the loudspeakers stand: a layout of the IEM plug-ins or SPARTA (layout custom).")

  static let set = OptionSpec(
    "set", nil, .text("CONTROL=VALUE"), group: "Controls", isRepeatable: true,
    "Any control of the plugins by the symbol of its port. See nearfar controls.")
  static let automation = OptionSpec(
    "automation", nil, .file("CSV"), group: "Controls", "Controls over time: lines of seconds, symbol, value.")

  static let convention = OptionSpec(
    "convention", nil, .choice(FieldConvention.allCases.map(\.rawValue)), group: "Files",
    "How FILE orders and scales its channels (ambix, or what the file itself says).")
  static let channels = OptionSpec(
    "channels", nil, .text("1,2,3,4"), group: "Files", "Which channels of FILE are the recording, in its order.")
  static let track = OptionSpec(
    "track", nil, .text("N"), group: "Files",
    "Which track of a movie is the recording, as nearfar info counts them (the first-order one).")
  static let type = OptionSpec(
    "type", "t", .choice(Container.allCases.map(\.rawValue)), group: "Files", "The kind of OUT, whatever its ending.")
  static let bits = OptionSpec(
    "bits", "b", .choice(SampleEncoding.allCases.map(\.rawValue)), group: "Files",
    "How samples are stored (float; 24 in FLAC, vorbis in Ogg). 32-bit floats alone hold what is beyond full scale.")
  static let rate = OptionSpec(
    "rate", "r", .text("HZ"), group: "Files", "The sample rate of OUT (that of FILE).")

  static let all = [
    output, layout, force, quiet, json, progress, style, amount, preset, metadata, suggested, weights, sofa,
    equalization, head,
    speakers, set, automation, convention, channels, track, type, bits, rate,
  ]
}
