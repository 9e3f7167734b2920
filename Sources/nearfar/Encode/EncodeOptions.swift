import Options
import Plugins

/// The options of `encode`.
enum EncodeOptions {
  static let from = OptionSpec(
    "from", nil, .choice(SourceFormat.named.map(\.rawValue)),
    """
    What the channels of FILE are; unless it is said, one is mono, two are stereo, six 5.1, twelve 7.1.4, and four the capsules of \
    --microphone. 5.1: L R C LFE Ls Rs; 7.1.4: L R C LFE Lss Rss Lrs Rrs Ltf Rtf Ltr Rtr.
    """)
  static let microphone = OptionSpec(
    "microphone", "m", .file("NAME|FILE"),
    """
    What FILE was recorded with: a name of nearfar microphones; a microphone file (JSON, nearfar-microphones/1); a SOFA file of \
    measured responses; or a folder of sound files whose names tell azimuth and elevation, as az030_el-15.wav.
    """)
  static let to = OptionSpec(
    "to", nil, .choice(FieldConvention.allCases.map(\.rawValue)),
    "How OUT orders and scales its channels (ambix). ambix: W Y Z X, SN3D; n3d: the same with N3D; fuma: W X Y Z, W 3 dB down."
  )
  static let order = OptionSpec(
    "order", nil, .text("WXYZ"), "The order of the channels of OUT, whatever their scale (that of --to).")
  static let inputOrder = OptionSpec(
    "input-order", nil, .text("WXYZ"), "The order of the channels of FILE, if it is a field (that of --from).")
  static let channels = OptionSpec(
    "channels", nil, .text("1,2,…"), group: "Files",
    "Which channels of FILE are meant, in the order in which they are to be taken.")
  static let noise = OptionSpec(
    "noise", nil, .text("DB"), group: "Microphones",
    "Arrays: about how much louder than a microphone's the noise of a channel may be; more reaches lower frequencies. 0 to 40, 20 unless it is said."
  )

  private static let microphones = "Microphones"
  private static let sources = "Sources and beds"

  /// In the order in which they are set.
  static let controls: [EncodeControl] = [
    EncodeControl(
      "orientation", "orientation", "", group: microphones, for: SourceFormat.allCases.filter(\.isMicrophone),
      [("", EncodeAformat.spec)]),
    EncodeControl(
      "capsule_order", "capsules", "", group: microphones, for: [.capsules], [("", EncodeAformat.spec)]),
    EncodeControl("radius", "radius", "MM", group: microphones, for: [.capsules], [("", EncodeAformat.spec)]),
    EncodeControl("directivity", "directivity", "D", group: microphones, for: [.capsules], [("", EncodeAformat.spec)]),
    EncodeControl(
      "azimuth", "azimuth", "DEG", group: sources, for: [.mono], [("Mono", EncodeMono.spec)]),
    EncodeControl(
      "elevation", "elevation", "DEG", group: sources, for: [.mono, .stereo],
      [("Mono", EncodeMono.spec), ("Stereo", EncodeStereo.spec)]),
    EncodeControl(
      "width", "width", "DEG", group: sources, for: [.mono, .stereo],
      [("Mono", EncodeMono.spec), ("Stereo", EncodeStereo.spec)]),
    EncodeControl("distance", "distance", "M", group: sources, for: [.mono], [("Mono", EncodeMono.spec)]),
    EncodeControl("angle", "angle", "DEG", group: sources, for: [.stereo], [("Stereo", EncodeStereo.spec)]),
    EncodeControl(
      "rotation", "rotation", "DEG", group: sources, for: [.stereo, .fivePointOne, .sevenPointOneFour],
      [("Stereo", EncodeStereo.spec), ("5.1 and 7.1.4", EncodeBed51.spec)]),
    EncodeControl("roll", "roll", "DEG", group: sources, for: [.stereo], [("Stereo", EncodeStereo.spec)]),
    EncodeControl(
      "lfe_level", "lfe-level", "DB", group: sources, for: [.fivePointOne, .sevenPointOneFour],
      [("5.1 and 7.1.4", EncodeBed51.spec)]),
    EncodeControl(
      "high_pass", "high-pass", "HZ", group: "Field", for: SourceFormat.allCases, [("", EncodeAformat.spec)]),
    EncodeControl("gain", "gain", "DB", group: "Field", for: SourceFormat.allCases, [("", EncodeAformat.spec)]),
  ]

  static let all =
    [
      ProcessOptions.output, from, microphone, to, order, inputOrder, ProcessOptions.force, ProcessOptions.quiet,
      ProcessOptions.json, ProcessOptions.progress,
    ] + controls.map(\.option) + [
      noise, channels, ProcessOptions.track, ProcessOptions.type, ProcessOptions.bits, ProcessOptions.rate,
    ]
}
