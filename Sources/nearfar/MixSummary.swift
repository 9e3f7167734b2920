import Remix
import Signal

/// Mix metadata in words.
struct MixSummary {
  /// The most important.
  let facts: [(String, String)]
  /// The rest, where there is any.
  let details: [(String, String)]

  init(_ mix: MixMetadata, _ findings: MixFindings) {
    func level(_ value: Double?) -> String { value.map { Decimal.fixed($0, 1) + " LUFS" } ?? "silent" }
    let amount = mix.amount.map { " " + Decimal.fixed($0, 2) } ?? ""
    facts = [
      ("recording", level(mix.loudness.recording)), ("voices", level(mix.loudness.dialog)),
      ("place", level(mix.loudness.ambience)),
      ("somebody speaks", Decimal.fixed(100 * findings.speechShare, 0) + " % of the time"),
      ("suggested", (mix.style.map { "\($0.name)" } ?? "nothing") + amount),
    ]
    var details: [(String, String)] = []
    if let range = findings.loudnessRange { details.append(("loudness range", Decimal.fixed(range, 1) + " LU")) }
    for (name, stem) in [("mix of the voices", mix.dialog), ("mix of the place", mix.ambience)] {
      let words = Self.words(stem)
      if !words.isEmpty { details.append((name, words)) }
    }
    if let view = mix.view {
      let from = Decimal.fixed(view.azimuthDegrees, 0)
      details.append(("field of view", "\(Decimal.fixed(view.widthDegrees, 0))° wide around \(from)°"))
    }
    self.details = details
  }

  /// "+4.2 dB; high-pass at 80 Hz"
  private static func words(_ stem: MixMetadata.Stem) -> String {
    var words = stem.gainDecibels == 0 ? [] : [signed(stem.gainDecibels)]
    for band in stem.equalization {
      let isPass = band.kind == .lowPass || band.kind == .highPass
      words.append(
        "\(band.kind.name) at \(Decimal.fixed(band.hz, 0)) Hz" + (isPass ? "" : ": " + signed(band.decibels)))
    }
    return words.joined(separator: "; ")
  }

  private static func signed(_ decibels: Double) -> String {
    (decibels > 0 ? "+" : "") + Decimal.fixed(decibels, 1) + " dB"
  }

  var line: String { facts.map { "\($0.0) \($0.1)" }.joined(separator: ", ") }
}

extension EqualizerFilter.Kind {
  fileprivate var name: String {
    switch self {
    case .peak: "peak"
    case .lowShelf: "low shelf"
    case .highShelf: "high shelf"
    case .lowPass: "low-pass"
    case .highPass: "high-pass"
    }
  }
}
