import CPlatform

/// A rotation of the head, and of the field against it.
///
/// Angles turn the *head*: positive yaw to the left, positive pitch the nose up, positive roll the right ear down; yaw
/// first, then pitch about the turned head's ear axis, then roll about its nose axis. The field turns the other way: after a yaw
/// of +90°, a source from the front is heard from the right.
public struct Rotation: Equatable, Sendable {
  /// Rows of the matrix that takes a direction in the room to the same direction as the turned head sees it.
  public var xx, xy, xz: Float
  public var yx, yy, yz: Float
  public var zx, zy, zz: Float

  /// Audio. No rotation.
  @_noLocks public init() {
    (xx, xy, xz) = (1, 0, 0)
    (yx, yy, yz) = (0, 1, 0)
    (zx, zy, zz) = (0, 0, 1)
  }

  /// Audio.
  @_noLocks public init(yawDegrees: Float, pitchDegrees: Float, rollDegrees: Float) {
    let radians: Float = .pi / 180
    let (cy, sy) = (nf_rt_cos(yawDegrees * radians), nf_rt_sin(yawDegrees * radians))
    let (cp, sp) = (nf_rt_cos(pitchDegrees * radians), nf_rt_sin(pitchDegrees * radians))
    let (cr, sr) = (nf_rt_cos(rollDegrees * radians), nf_rt_sin(rollDegrees * radians))
    // Head axes in the room are the columns of Rz(yaw) · Ry(−pitch) · Rx(roll); seen from the head: the transpose.
    (xx, xy, xz) = (cy * cp, sy * cp, sp)
    (yx, yy, yz) = (-cy * sp * sr - sy * cr, -sy * sp * sr + cy * cr, cp * sr)
    (zx, zy, zz) = (-cy * sp * cr + sy * sr, -sy * sp * cr - cy * sr, cp * cr)
  }

  /// Audio. The direction as the turned head sees it.
  @_noLocks public func apply(to d: Direction) -> Direction {
    Direction(
      x: xx * d.x + xy * d.y + xz * d.z, y: yx * d.x + yy * d.y + yz * d.z, z: zx * d.x + zy * d.y + zz * d.z)
  }

  /// Audio. The same after the field was mirrored: a factor of −1 swaps the two sides of that axis.
  @_noLocks public func mirrored(x: Float = 1, y: Float = 1, z: Float = 1) -> Rotation {
    var r = self
    (r.xx, r.yx, r.zx) = (xx * x, yx * x, zx * x)
    (r.xy, r.yy, r.zy) = (xy * y, yy * y, zy * y)
    (r.xz, r.yz, r.zz) = (xz * z, yz * z, zz * z)
    return r
  }
}
