/// Numbers as texts, whatever the language of the system.
enum Decimal {
  /// With exactly `digits` behind the point.
  static func fixed(_ value: Double, _ digits: Int) -> String {
    guard value.isFinite else { return value.isNaN ? "nan" : value < 0 ? "-inf" : "inf" }
    var scale = 1
    for _ in 0..<digits { scale *= 10 }
    guard value.magnitude < 1e12 else { return "\(value)" }
    let whole = Int((value.magnitude * Double(scale)).rounded())
    let sign = value < 0 && whole > 0 ? "-" : ""
    guard digits > 0 else { return sign + "\(whole)" }
    let rest = String(whole % scale)
    return sign + "\(whole / scale)." + String(repeating: "0", count: digits - rest.count) + rest
  }

  /// As short as it can be.
  static func short(_ value: Float) -> String {
    value == value.rounded() && value.magnitude < 1e9 ? "\(Int(value))" : "\(value)"
  }

  /// `1:02:03.4`
  static func time(_ seconds: Double) -> String {
    guard seconds.isFinite else { return "?" }
    let tenths = Int((max(0, seconds) * 10).rounded())
    let (hours, minutes, rest) = (tenths / 36_000, tenths / 600 % 60, tenths % 600)
    let tail = (rest < 100 ? "0" : "") + "\(rest / 10).\(rest % 10)"
    return hours > 0 ? "\(hours):" + (minutes < 10 ? "0" : "") + "\(minutes):\(tail)" : "\(minutes):\(tail)"
  }
}
