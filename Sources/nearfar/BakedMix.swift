import Remix

/// The mix metadata of a baked file.
enum BakedMix {
  /// The mix that was followed, to the letter; without one, what was done. `loudness`: of the field that is written, in LUFS.
  static func text(_ rendered: BakeRendering, _ source: MixSource?, loudness: Double?, isApplied: Bool) throws -> String
  {
    if isApplied { return try applied(rendered, source, loudness) }
    if let source { return try source.text() }
    var mix = MixMetadata()
    mix.algorithm = algorithm
    mix.loudness.recording = loudness.map { max($0, -120) }
    mix.style = rendered.style
    mix.amount = rendered.amount
    return MixMetadataWriter.text(mix)
  }

  private static var algorithm: String { "\(Nearfar.spec.name) \(Nearfar.spec.version)" }

  /// The field holds the mix already, so that there is nothing to be done to it any more; for the record, what was.
  private static func applied(
    _ rendered: BakeRendering, _ source: MixSource?, _ loudness: Double?
  ) throws -> String {
    let level = loudness.map { JSONValue.number((100 * max($0, -120)).rounded() / 100) }
    let applied: [(String, JSONValue)?] = [
      rendered.style.map { ("style", .text("\($0.name)")) },
      ("amount", .number((1000 * rendered.amount).rounded() / 1000)),
      try source.map { ("mix", .json(Self.bare(try $0.text()))) },
    ]
    let fields: [(String, JSONValue)?] = [
      ("format", .text("nearfar-mix/1")), ("algorithm", .text(algorithm)),
      level.map { ("loudness", .object([("recording", $0)])) },
      ("suggestion", .object([("style", .text("\(Style.standard.name)")), ("amount", .number(0))])),
      ("applied", .object(applied.compactMap { $0 })),
    ]
    return JSONValue.object(fields.compactMap { $0 }).description
  }

  /// Without the mark that some editors put first, and white space at the end: neither can stand within other JSON.
  private static func bare(_ text: String) -> String {
    var text = text.unicodeScalars[...]
    if text.first == "\u{FEFF}" { text.removeFirst() }
    while let last = text.last, last.properties.isWhitespace { text.removeLast() }
    return String(text)
  }
}
