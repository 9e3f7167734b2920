import Remix

/// Mix metadata in words.
struct MixSummary {
  let facts: [(String, String)]

  init(_ mix: MixMetadata, _ findings: MixFindings) {
    func level(_ value: Double?) -> String { value.map { Decimal.fixed($0, 1) + " LUFS" } ?? "silent" }
    let amount = mix.amount.map { " " + Decimal.fixed($0, 2) } ?? ""
    facts = [
      ("recording", level(mix.loudness.recording)), ("voices", level(mix.loudness.dialog)),
      ("place", level(mix.loudness.ambience)),
      ("somebody speaks", Decimal.fixed(100 * findings.speechShare, 0) + " % of the time"),
      ("suggested", (mix.style.map { "\($0.name)" } ?? "nothing") + amount),
    ]
  }

  var line: String { facts.map { "\($0.0) \($0.1)" }.joined(separator: ", ") }
}
