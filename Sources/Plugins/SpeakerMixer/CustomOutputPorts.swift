import PluginModel

/// The outputs of the mixer whose layout comes from a file, and the ports that belong to the file.
enum CustomOutputPorts {
  static var outputs: [PortSpec] {
    let names: [(StaticString, StaticString)] = [
      ("out_1", "Out 1"), ("out_2", "Out 2"), ("out_3", "Out 3"), ("out_4", "Out 4"), ("out_5", "Out 5"),
      ("out_6", "Out 6"), ("out_7", "Out 7"), ("out_8", "Out 8"), ("out_9", "Out 9"), ("out_10", "Out 10"),
      ("out_11", "Out 11"), ("out_12", "Out 12"), ("out_13", "Out 13"), ("out_14", "Out 14"), ("out_15", "Out 15"),
      ("out_16", "Out 16"),
    ]
    return names.map { PortSpec($0.0, $0.1, .audioOutput, group: .speakerOutput) }
  }

  static var ofFile: [PortSpec] {
    [
      .messageInput, .messageOutput,
      PortSpec(
        "layout_status", "Layout Status",
        .meter(.choice(["Square, no file", "File", "File failed, the one before stays"], initial: 0)),
        comment: "Where the loudspeakers' places come from; the log says why a file failed."),
    ]
  }
}
