import CPlatform
import Remix

/// Seen from above: where the voices come from, brighter while somebody speaks, and the field of view. Beside it the levels
/// of dialog and ambience.
extension RemixPlugin: DisplayedProcessor {
  public static func displayHeight(width: Int) -> Int { min(max(width * 2 / 5, 24), 96) }

  public static func draw(_ readings: PortReadings, on canvas: borrowing Canvas) {
    let strength = readings[RemixPort.enabled] >= 0.5 ? 1 : 0.35
    canvas.fillRectangle(x: 0, y: 0, width: canvas.width, height: canvas.height, ground)
    drawDirection(readings, strength, on: canvas)
    drawLevel("Dialog", readings[RemixPort.dialogLevel], row: 0, voices.faded(strength), on: canvas)
    drawLevel("Ambience", readings[RemixPort.ambienceLevel], row: 1, place.faded(strength), on: canvas)
  }

  private static func drawDirection(_ readings: PortReadings, _ strength: Double, on canvas: borrowing Canvas) {
    let centre = canvas.height / 2
    let radius = centre - 3
    if Style(controlValue: readings[RemixPort.style]).voice == .framed {
      let azimuth = radians(readings[RemixPort.frameAzimuth])
      let half = radians(readings[RemixPort.frameWidth]) / 2
      canvas.fillSector(
        x: centre, y: centre, radius: radius, from: -.pi / 2 - azimuth - half, to: -.pi / 2 - azimuth + half,
        lines.faded(0.35 * strength))
    }
    canvas.strokeCircle(x: centre, y: centre, radius: radius, lineWidth: 1, lines.faded(strength))
    // The head that listens.
    canvas.fillDisc(x: centre, y: centre, radius: 1.5, lines.faded(strength))
    let azimuth = radians(readings[RemixPort.dialogAzimuth])
    let distance = radius * nf_cos(radians(readings[RemixPort.dialogElevation]))
    let presence = Double(min(max(readings[RemixPort.speechPresence], 0), 1))
    canvas.fillDisc(
      x: centre - distance * nf_sin(azimuth), y: centre - distance * nf_cos(azimuth), radius: max(2.5, radius / 5),
      voices.faded((0.2 + 0.8 * presence) * strength))
  }

  /// −60…0 dB re full scale.
  private static func drawLevel(
    _ name: StaticString, _ decibels: Float, row: Int, _ colour: Canvas.Colour, on canvas: borrowing Canvas
  ) {
    let left = canvas.height + 4
    let room = canvas.width - left - 4
    guard room > 8 else { return }
    let half = canvas.height / 2
    let top = Double(row) * half
    let share = Double(min(max(decibels / 60 + 1, 0), 1))
    canvas.write(name, x: left, y: top + half * 0.55, size: half * 0.5, lines.faded(colour.opacity))
    let (y, thickness) = (top + half * 0.65, max(2, half * 0.18))
    canvas.fillRectangle(x: left, y: y, width: room, height: thickness, lines.faded(0.3 * colour.opacity))
    canvas.fillRectangle(x: left, y: y, width: room * share, height: thickness, colour)
  }

  private static func radians(_ degrees: Float) -> Double { Double(degrees) * .pi / 180 }

  private static var ground: Canvas.Colour { Canvas.Colour(red: 0.09, green: 0.10, blue: 0.12) }
  private static var lines: Canvas.Colour { Canvas.Colour(red: 0.72, green: 0.75, blue: 0.78) }
  private static var voices: Canvas.Colour { Canvas.Colour(red: 0.98, green: 0.68, blue: 0.26) }
  private static var place: Canvas.Colour { Canvas.Colour(red: 0.31, green: 0.73, blue: 0.74) }
}
