/// Gains of the four first-order Ambisonics channels in ACN order (W Y Z X), SN3D: AmbiX.
///
/// A plane wave of pressure p from direction (x, y, z) has W = p, Y = y·p, Z = z·p, X = x·p.
/// Source: C. Nachbar, F. Zotter, E. Deleflie, A. Sontacchi (2011), "ambiX - a suggested Ambisonics format".
public struct FirstOrderGains: Equatable, Sendable {
  public var w, y, z, x: Float

  @_noLocks public init(w: Float, y: Float, z: Float, x: Float) {
    self.w = w
    self.y = y
    self.z = z
    self.x = x
  }

  /// A plane wave.
  @_noLocks public init(_ direction: Direction) {
    self.init(w: 1, y: direction.y, z: direction.z, x: direction.x)
  }

  /// A source that fills a spherical cap evenly, `widthDegrees` (0…360) across: the mean of the plane waves in it, whose
  /// first-order part shrinks by (1 + cos(width/2))/2 and whose pressure stays.
  @_noLocks public init(_ direction: Direction, widthDegrees: Float) {
    let halfWidth = Direction(azimuthDegrees: widthDegrees / 2, elevationDegrees: 0)
    let focus = 0.5 * (1 + halfWidth.x)
    self.init(w: 1, y: focus * direction.y, z: focus * direction.z, x: focus * direction.x)
  }
}
