import CCairo

/// A small picture that is being drawn, in pixels from the upper left corner. Any thread but the audio's; each picture in one.
///
/// Drawn by Cairo, which is loaded at the first picture.
public struct Canvas: ~Copyable {
  /// In pixels.
  public let width: Double
  public let height: Double
  private let cairo: nf_cairo
  private let surface: OpaquePointer
  private let context: OpaquePointer

  /// `pixels`: premultiplied ARGB of 32 bits, `4 · width` bytes per row, which outlive the canvas. Nil without Cairo.
  public init?(_ pixels: UnsafeMutablePointer<UInt8>, width: Int, height: Int) {
    guard let functions = nf_cairo_load() else { return nil }
    let cairo = functions.pointee
    guard let surface = cairo.make_surface(pixels, CAIRO_FORMAT_ARGB32, Int32(width), Int32(height), Int32(4 * width))
    else { return nil }
    guard let context = cairo.make_context(surface) else {
      cairo.destroy_surface(surface)
      return nil
    }
    self.width = Double(width)
    self.height = Double(height)
    self.cairo = cairo
    self.surface = surface
    self.context = context
  }

  deinit {
    cairo.flush(surface)
    cairo.destroy_context(context)
    cairo.destroy_surface(surface)
  }

  public struct Colour {
    /// 0…1.
    public var red, green, blue: Double
    public var opacity = 1.0

    public func faded(_ share: Double) -> Colour {
      Colour(red: red, green: green, blue: blue, opacity: opacity * share)
    }
  }

  public func fillRectangle(x: Double, y: Double, width: Double, height: Double, _ colour: Colour) {
    use(colour)
    cairo.add_rectangle(context, x, y, width, height)
    cairo.fill(context)
  }

  public func fillDisc(x: Double, y: Double, radius: Double, _ colour: Colour) {
    fillSector(x: x, y: y, radius: radius, from: 0, to: 2 * .pi, colour)
  }

  /// Angles in radians, clockwise from the right.
  public func fillSector(x: Double, y: Double, radius: Double, from: Double, to: Double, _ colour: Colour) {
    use(colour)
    cairo.move_to(context, x, y)
    cairo.add_arc(context, x, y, radius, from, to)
    cairo.fill(context)
  }

  public func strokeCircle(x: Double, y: Double, radius: Double, lineWidth: Double, _ colour: Colour) {
    use(colour)
    cairo.set_line_width(context, lineWidth)
    cairo.move_to(context, x + radius, y)
    cairo.add_arc(context, x, y, radius, 0, 2 * .pi)
    cairo.stroke(context)
  }

  /// `y`: of the line that the letters stand on. `size`: of the font, in pixels.
  public func write(_ text: StaticString, x: Double, y: Double, size: Double, _ colour: Colour) {
    use(colour)
    cairo.set_font_size(context, size)
    cairo.move_to(context, x, y)
    cairo.show_text(context, UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self))
  }

  private func use(_ colour: Colour) {
    cairo.set_colour(context, colour.red, colour.green, colour.blue, colour.opacity)
  }
}
