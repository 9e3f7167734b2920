import Glibc
import Remix

/// One page (HTML with its pictures in it) of what an analysis has found.
struct AnalysisReport {
  let name: String
  let facts: [(String, String)]
  let pictures: AnalysisPictures
  /// Seconds.
  let duration: Double
  /// What made it.
  let maker: String

  private static let parts = [("Recording", "#555555"), ("Voices", "#c2410c"), ("Place", "#0f766e")]
  /// What the spectrograms show below the loudest band of the recording, in dB.
  private static let depth: Float = 70
  /// What the loudness is shown down to, in LUFS.
  private static let quietest = 70.0

  var html: String {
    var body = "<h1>\(escaped(name))</h1>\n<table>\n"
    for (fact, value) in facts {
      let value = value.hasPrefix("-") ? "−" + value.dropFirst() : value
      body += "<tr><th scope=\"row\">\(escaped(fact))</th><td>\(escaped(value))</td></tr>\n"
    }
    body += "</table>\n"
    for (part, spectrogram) in zip(Self.parts, pictures.spectra) {
      body += figure(Self.colored(part) + " (Hz)", spectra(spectrogram, part.0))
    }
    body += "<p class=\"scale\"><span></span>0 to −\(Int(Self.depth)) dB, re the loudest band of the recording</p>\n"
    body += figure("Momentary loudness (LUFS): " + Self.parts.map(Self.colored).joined(separator: ", "), loudness)
    body += figure("Where the voices come from (azimuth in degrees)", directions)
    body += """
      <p class="note">Loudness: ITU-R BS.1770 of the pressure (W), momentary over 0.4 s. Voices and place are what the separation \
      takes them for. Directions are shown where somebody speaks. \(escaped(maker))</p>

      """
    return """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <title>\(escaped(name))</title><style>\(Self.style)</style></head><body>
      \(body)</body></html>

      """
  }

  private static let style = """
    body { font: 15px/1.5 system-ui, sans-serif; max-width: 1000px; margin: 2em auto; padding: 0 1em; color: #222; background: #fff }
    h1 { font-size: 1.4em; overflow-wrap: anywhere } table { border-collapse: collapse } td { overflow-wrap: anywhere }
    th { text-align: left; vertical-align: top; font-weight: 600; padding-right: 2em; white-space: nowrap }
    figure { margin: 1.2em 0; break-inside: avoid } svg { width: 100%; height: auto; display: block }
    text { font: 11px system-ui, sans-serif; fill: #555 } figcaption { font-size: 0.9em; color: #444 }
    .scale, .note { font-size: 0.85em; color: #555 } .scale { padding-left: 8.5% }
    .scale span { display: inline-block; width: 12em; height: 0.8em; margin-right: 0.7em; print-color-adjust: exact;
      background: linear-gradient(to left, \(SpectrogramPicture.gradient)) }
    """

  private static func colored(_ part: (String, String)) -> String {
    "<b style=\"color:\(part.1)\">\(part.0)</b>"
  }

  private func figure(_ caption: String, _ content: String) -> String {
    "<figure><figcaption>\(caption)</figcaption>\(content)</figure>\n"
  }

  // MARK: Pictures

  private func spectra(_ spectrogram: Spectrogram, _ part: String) -> String {
    let marks = [100, 200, 500, 1_000, 2_000, 5_000, 10_000].map { hertz in
      ReportChart.Mark(
        label: hertz < 1_000 ? "\(hertz)" : "\(hertz / 1_000)k", place: 1 - Spectrogram.place(ofHertz: Double(hertz)))
    }
    let chart = ReportChart(duration: duration, marks: marks)
    let picture = SpectrogramPicture(spectrogram, reference: pictures.spectra[0].peak, depth: Self.depth)
    let seconds = spectrogram.seconds
    let (start, end) = (chart.x(seconds.lowerBound), chart.x(seconds.upperBound))
    let ground =
      "<rect width=\"\(ReportChart.width)\" height=\"\(ReportChart.height)\" fill=\"\(SpectrogramPicture.ground)\"/>"
    let image = picture.address.map { address in
      "<image x=\"\(ReportChart.number(start))\" width=\"\(ReportChart.number(end - start))\" height=\"\(ReportChart.height)\" "
        + "preserveAspectRatio=\"none\" href=\"\(address)\"/>"
    }
    return chart.svg(ground + (image ?? ""), title: "Spectrogram of the \(part.lowercased())", isOver: true)
  }

  private var loudness: String {
    let marks = stride(from: 0, through: 60, by: 10).map { level in
      ReportChart.Mark(label: level == 0 ? "0" : "−\(level)", place: Double(level) / Self.quietest)
    }
    let chart = ReportChart(duration: duration, marks: marks)
    let means = pictures.powers.means
    let lines = Self.parts.indices.map { part in
      let points = means.indices.map { column in
        let level = 10 * log10(Double(max(means[column][part], 1e-9)))
        return position(chart, pictures.powers, column, ReportChart.y(-level / Self.quietest))
      }
      return "<polyline fill=\"none\" stroke=\"\(Self.parts[part].1)\" points=\"\(points.joined(separator: " "))\"/>"
    }
    return chart.svg(lines.joined(), title: "Momentary loudness of recording, voices and place")
  }

  private var directions: String {
    let names = [("behind", 180), ("left", 90), ("front", 0), ("right", -90), ("behind", -180)]
    let marks = names.map { name, degrees in
      let number = degrees < 0 ? "−\(-degrees)" : "\(degrees)"
      return ReportChart.Mark(label: "\(name) \(number)", place: Double(180 - degrees) / 360)
    }
    let chart = ReportChart(duration: duration, marks: marks)
    let dots = pictures.directions.means.enumerated().map { column, mean -> String in
      guard mean[2] > 0.3 else { return "" }
      let degrees = Double(atan2(mean[1], mean[0])) * 180 / .pi
      let place = position(chart, pictures.directions, column, ReportChart.y((180 - degrees) / 360)).split(
        separator: ",")
      let opacity = Decimal.fixed(Double(min(1, mean[2])), 2)
      return "<circle cx=\"\(place[0])\" cy=\"\(place[1])\" r=\"2\" fill=\"#c2410c\" fill-opacity=\"\(opacity)\"/>"
    }
    return chart.svg(dots.joined(), title: "Azimuth of the voices over time")
  }

  /// "x,y" of the middle of a column.
  private func position(_ chart: ReportChart, _ columns: TimeColumns, _ column: Int, _ y: Double) -> String {
    let frames = (Double(column) + 0.5) * Double(columns.rowsPerColumn * pictures.blockFrames)
    return "\(ReportChart.number(chart.x(frames / Double(pictures.sampleRate)))),\(ReportChart.number(y))"
  }

  private func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing(
      "\"", with: "&quot;")
  }
}
