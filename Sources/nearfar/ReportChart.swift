import Glibc

/// One picture over time with its axes, as SVG. On all of a page the same time is at the same place.
struct ReportChart {
  /// A line across, and what stands beside it.
  struct Mark {
    let label: String
    /// 0 at the top, 1 at the bottom.
    let place: Double
  }

  /// Of what is drawn, without what stands around it.
  static let (width, height) = (880.0, 150.0)
  /// Left of it are the labels; above and below is room for half of one, and for times.
  private static let (left, top, bottom) = (84.0, 8.0, 26.0)

  /// Seconds.
  let duration: Double
  let marks: [Mark]

  func x(_ seconds: Double) -> Double { Self.width * min(1, max(0, seconds / max(duration, 1e-3))) }

  static func y(_ place: Double) -> Double { height * min(1, max(0, place)) }

  /// `content`: x in 0…`width`, y in 0…`height`; the marks are drawn over it where `isOver` is true. `title`: for those who do not see it.
  func svg(_ content: String, title: String, isOver: Bool = false) -> String {
    let size = "\(-Self.left) \(-Self.top) \(Self.width + Self.left + 20) \(Self.height + Self.top + Self.bottom)"
    let axes = lines + labels
    return "<svg viewBox=\"\(size)\" role=\"img\"><title>\(title)</title>"
      + (isOver ? content + axes : axes + content) + "</svg>"
  }

  private var lines: String {
    marks.map { mark in
      let y = Self.number(Self.y(mark.place))
      return "<line x1=\"0\" x2=\"\(Self.width)\" y1=\"\(y)\" y2=\"\(y)\" stroke=\"#888\" stroke-opacity=\"0.35\"/>"
    }.joined()
  }

  private var labels: String {
    let beside = marks.map { mark in
      "<text x=\"-8\" y=\"\(Self.number(Self.y(mark.place)))\" dy=\"4\" text-anchor=\"end\">\(mark.label)</text>"
    }
    let below = times.map { seconds in
      let x = Self.number(x(seconds))
      return "<line x1=\"\(x)\" x2=\"\(x)\" y1=\"\(Self.height)\" y2=\"\(Self.height + 5)\" stroke=\"#888\"/>"
        + "<text x=\"\(x)\" y=\"\(Self.height + 18)\" text-anchor=\"middle\">\(label(seconds))</text>"
    }
    return (beside + below).joined()
  }

  /// About seven, at round distances.
  private var times: [Double] { Array(stride(from: 0, through: duration, by: step)) }

  private var step: Double {
    let steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 7200]
    return steps.first { $0 >= duration / 8 } ?? 14_400
  }

  /// Tenths only where they differ.
  private func label(_ seconds: Double) -> String {
    let text = Decimal.time(seconds)
    return step < 1 ? text : String(text.dropLast(2))
  }

  static func number(_ value: Double) -> String { Decimal.fixed(value, 1) }
}
