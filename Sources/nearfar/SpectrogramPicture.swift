/// A spectrogram in colours, from night over violet and orange to light.
struct SpectrogramPicture {
  /// For an image's address; nil where there is nothing to see.
  let address: String?

  private static let anchors: [[Double]] = [
    [8, 8, 24], [60, 15, 100], [140, 40, 110], [215, 75, 65], [250, 150, 30], [252, 240, 170],
  ]

  /// `reference`: the power of the lightest; `depth`: how far the darkest lies below it, in dB.
  init(_ spectrogram: Spectrogram, reference: Float, depth: Float) {
    let levels = spectrogram.levels(over: reference)
    guard !levels.isEmpty else {
      address = nil
      return
    }
    let rows = (0..<Spectrogram.bands).reversed().map { band in
      levels.map { UInt8(255 * max(0, min(1, 1 + $0[band] / depth))) }
    }
    address = PNGPicture(rows: rows, palette: Self.palette).address
  }

  private static let palette: [UInt8] = (0..<256).flatMap { number -> [UInt8] in
    let place = Double(number) / 255 * Double(anchors.count - 1)
    let low = min(Int(place), anchors.count - 2)
    return (0..<3).map { UInt8(anchors[low][$0] + (place - Double(low)) * (anchors[low + 1][$0] - anchors[low][$0])) }
  }

  /// The same for style sheets, from dark to light.
  static var gradient: String { anchors.map(color).joined(separator: ", ") }
  /// Of what is silent.
  static var ground: String { color(anchors[0]) }

  private static func color(_ anchor: [Double]) -> String {
    "rgb(\(anchor.map { "\(Int($0))" }.joined(separator: ",")))"
  }
}
