import Foundation

/// Integrated loudness of one channel at 48 kHz in LUFS. Source: ITU-R BS.1770-5, annex 1, with its filters and both gates.
enum Loudness {
  static func integrated(_ x: [Float]) -> Double {
    let weighted = filtered(
      filtered(
        x.map(Double.init), b: (1.53512485958697, -2.69169619840638, 1.19839281085285),
        a: (-1.69065929318241, 0.73248077421585)),
      b: (1, -2, 1), a: (-1.99004745483398, 0.99007225036621))
    let step = 4800
    let parts = (0..<weighted.count / step).map { part in
      weighted[part * step..<(part + 1) * step].reduce(0) { $0 + $1 * $1 } / Double(step)
    }
    let blocks = (0..<max(parts.count - 3, 0)).map { mean(Array(parts[$0..<$0 + 4])) }
    let heard = blocks.filter { $0 > pow(10, (-70 + 0.691) / 10) }
    let gated = heard.filter { $0 > 0.1 * mean(heard) }
    return -0.691 + 10 * log10(mean(gated))
  }

  private static func mean(_ x: [Double]) -> Double { x.reduce(0, +) / Double(max(x.count, 1)) }

  private static func filtered(
    _ x: [Double], b: (Double, Double, Double), a: (Double, Double)
  ) -> [Double] {
    var (s1, s2) = (0.0, 0.0)
    return x.map { x in
      let y = b.0 * x + s1
      s1 = b.1 * x - a.0 * y + s2
      s2 = b.2 * x - a.1 * y
      return y
    }
  }
}
