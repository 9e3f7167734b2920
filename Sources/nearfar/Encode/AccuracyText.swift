import Spatial

/// Where an array's field is right, for people and for programs.
struct AccuracyText {
  private let channels: [(name: String, band: ClosedRange<Double>?)]

  init(_ accuracy: ArrayAccuracy) { self.init(accuracy.bands) }

  /// Of W, Y, Z and X.
  init(_ bands: [ClosedRange<Double>?]) { channels = zip(["W", "Y", "Z", "X"], bands).map { ($0, $1) } }

  /// `accurate to 3 dB: W 47 Hz to 20.0 kHz, Y 90 Hz to 6.1 kHz, Z nowhere, X …`
  var line: String {
    "accurate to 3 dB: "
      + channels.map { channel in
        channel.band.map { "\(channel.name) \(Self.hertz($0.lowerBound)) to \(Self.hertz($0.upperBound))" }
          ?? "\(channel.name) nowhere"
      }.joined(separator: ", ")
  }

  var json: JSONValue {
    .list(
      channels.map { channel in
        .object([
          ("channel", .text(channel.name)), ("from", .optional(channel.band?.lowerBound)),
          ("to", .optional(channel.band?.upperBound)),
        ])
      })
  }

  private static func hertz(_ value: Double) -> String {
    value < 1000 ? "\(Int(value.rounded())) Hz" : "\(Decimal.fixed(value / 1000, 1)) kHz"
  }
}
