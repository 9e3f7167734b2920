import CPlatform

/// A direction as a unit vector: x to the front, y to the left, z up.
///
/// Azimuth counts counter-clockwise from the front (+90° is left), elevation upwards. Degrees exist at the edges only
/// (ports, files): `init(azimuthDegrees:elevationDegrees:)`. Audio.
public struct Direction: Equatable, Sendable {
  public var x, y, z: Float

  public static let front = Direction(x: 1, y: 0, z: 0)

  @_noLocks public init(x: Float, y: Float, z: Float) {
    self.x = x
    self.y = y
    self.z = z
  }

  @_noLocks public init(azimuthDegrees: Float, elevationDegrees: Float) {
    let (azimuth, elevation) = (azimuthDegrees * (.pi / 180), elevationDegrees * (.pi / 180))
    let level = nf_rt_cos(elevation)
    self.init(x: nf_rt_cos(azimuth) * level, y: nf_rt_sin(azimuth) * level, z: nf_rt_sin(elevation))
  }

  /// −180…180.
  public var azimuthDegrees: Float { @_noLocks get { nf_rt_atan2(y, x) * (180 / .pi) } }

  /// −90…90.
  public var elevationDegrees: Float {
    @_noLocks get { nf_rt_atan2(z, nf_rt_sqrt(x * x + y * y)) * (180 / .pi) }
  }

  /// Cosine of the angle between two directions.
  @_noLocks public func dot(_ other: Direction) -> Float { x * other.x + y * other.y + z * other.z }

  /// Scaled to length 1; `front` where the vector is too short to point anywhere.
  @_noLocks public func normalised() -> Direction {
    let length = nf_rt_sqrt(dot(self))
    guard length > 1e-12 else { return Direction(x: 1, y: 0, z: 0) }
    return Direction(x: x / length, y: y / length, z: z / length)
  }
}
