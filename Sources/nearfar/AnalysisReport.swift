import Glibc
import Remix

/// One page (HTML with its pictures in it) of what an analysis has found.
struct AnalysisReport {
  let name: String
  let facts: [(String, String)]
  let pictures: AnalysisPictures
  /// Seconds.
  let duration: Double

  private static let (width, height) = (900, 150)
  private static let parts = [("Recording", "#555555"), ("Voices", "#c2410c"), ("Place", "#0f766e")]
  /// What the spectrograms show below the loudest band of the recording, in dB.
  private static let depth: Float = 70

  var html: String {
    let reference = pictures.spectra[0].peak
    var body = "<h1>\(escaped(name))</h1>\n<table>\n"
    for (fact, value) in facts { body += "<tr><th>\(escaped(fact))</th><td>\(escaped(value))</td></tr>\n" }
    body += "</table>\n"
    for (part, spectrogram) in zip(Self.parts, pictures.spectra) {
      body += figure("\(part.0): 60 Hz to 16 kHz, \(Int(Self.depth)) dB", image(spectrogram, reference))
    }
    body += figure("Loudness (momentary, LUFS): " + legend, chart(loudnessLines, 0, -70, [0, -20, -40, -60]))
    body += figure(
      "Where the voices come from (degrees, left is up)", chart(directionDots, 180, -180, [180, 90, 0, -90, -180]))
    return """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><title>\(escaped(name))</title><style>
      body { font: 15px/1.5 system-ui, sans-serif; max-width: \(Self.width + 60)px; margin: 2em auto; padding: 0 1em; color: #222 }
      h1 { font-size: 1.4em } th { text-align: left; font-weight: 600; padding-right: 2em } figure { margin: 1.2em 0 }
      img, svg { width: 100%; height: auto; display: block } img { height: \(Self.height)px; image-rendering: auto }
      text { font: 11px system-ui, sans-serif; fill: #666 } figcaption { font-size: 0.9em; color: #444 }
      </style></head><body>
      \(body)</body></html>

      """
  }

  private var legend: String {
    Self.parts.map { "<span style=\"color:\($0.1)\">\($0.0.lowercased())</span>" }.joined(separator: ", ")
  }

  private func figure(_ caption: String, _ content: String) -> String {
    "<figure><figcaption>\(caption)</figcaption>\(content)</figure>\n"
  }

  // MARK: Spectra

  private func image(_ spectrogram: Spectrogram, _ reference: Float) -> String {
    let levels = spectrogram.levels(over: reference)
    guard !levels.isEmpty else { return "" }
    let rows = (0..<Spectrogram.bands).reversed().map { band in
      levels.map { UInt8(255 * max(0, min(1, 1 + $0[band] / Self.depth))) }
    }
    return "<img alt=\"\" src=\"\(PNGPicture(rows: rows, palette: Self.palette).address)\">"
  }

  /// From night over violet and orange to light.
  private static let palette: [UInt8] = {
    let anchors: [[Double]] = [
      [8, 8, 24], [60, 15, 100], [140, 40, 110], [215, 75, 65], [250, 150, 30], [252, 240, 170],
    ]
    return (0..<256).flatMap { number -> [UInt8] in
      let place = Double(number) / 255 * Double(anchors.count - 1)
      let low = min(Int(place), anchors.count - 2)
      return (0..<3).map { UInt8(anchors[low][$0] + (place - Double(low)) * (anchors[low + 1][$0] - anchors[low][$0])) }
    }
  }()

  // MARK: Charts

  /// `content`: of x in 0…`width` and y in 0…`height`. `marks`: values between `top` and `bottom`.
  private func chart(_ content: String, _ top: Double, _ bottom: Double, _ marks: [Double]) -> String {
    var lines = ""
    for mark in marks {
      let y = Decimal.fixed(Double(Self.height) * (top - mark) / (top - bottom), 1)
      lines += "<line x1=\"0\" x2=\"\(Self.width)\" y1=\"\(y)\" y2=\"\(y)\" stroke=\"#ddd\"/>"
      lines += "<text x=\"\(Self.width + 4)\" y=\"\(y)\" dy=\"4\">\(Int(mark))</text>"
    }
    for seconds in times {
      let x = Decimal.fixed(Double(Self.width) * seconds / max(duration, 1e-3), 1)
      lines += "<text x=\"\(x)\" y=\"\(Self.height + 18)\">\(Decimal.time(seconds))</text>"
    }
    return "<svg viewBox=\"0 -8 \(Self.width + 40) \(Self.height + 32)\">\(lines)\(content)</svg>"
  }

  /// About six, at round distances.
  private var times: [Double] {
    let steps = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 7200.0]
    let step = steps.first { $0 >= duration / 7 } ?? 14_400
    return Array(stride(from: 0, to: duration, by: step))
  }

  private func x(_ column: Int, _ columns: TimeColumns) -> Double {
    let seconds =
      (Double(column) + 0.5) * Double(columns.rowsPerColumn * pictures.blockFrames) / Double(pictures.sampleRate)
    return min(Double(Self.width), Double(Self.width) * seconds / max(duration, 1e-3))
  }

  private var loudnessLines: String {
    let means = pictures.powers.means
    return Self.parts.indices.map { part in
      let points = means.indices.map { column in
        let level = max(-70, min(0, 10 * log10(Double(max(means[column][part], 1e-9)))))
        return "\(Decimal.fixed(x(column, pictures.powers), 1)),\(Decimal.fixed(-level / 70 * Double(Self.height), 1))"
      }
      return "<polyline fill=\"none\" stroke=\"\(Self.parts[part].1)\" points=\"\(points.joined(separator: " "))\"/>"
    }.joined()
  }

  private var directionDots: String {
    pictures.directions.means.enumerated().map { column, mean -> String in
      guard mean[2] > 0.3 else { return "" }
      let degrees = Double(atan2(mean[1], mean[0])) * 180 / .pi
      let y = Decimal.fixed((180 - degrees) / 360 * Double(Self.height), 1)
      let opacity = Decimal.fixed(Double(min(1, mean[2])), 2)
      return
        "<circle cx=\"\(Decimal.fixed(x(column, pictures.directions), 1))\" cy=\"\(y)\" r=\"2\" fill=\"#c2410c\" fill-opacity=\"\(opacity)\"/>"
    }.joined()
  }

  private func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing(
      "\"", with: "&quot;")
  }
}
