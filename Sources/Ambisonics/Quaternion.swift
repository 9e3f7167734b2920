import CPlatform

/// A rotation in the room as a quaternion of length 1: x to the front, y to the left, z up, right-handed. Any thread.
///
/// As the orientation of a head it takes directions of the head to directions of the room; `Rotation` is its inverse, as a
/// matrix. Source: Kuipers (1999), "Quaternions and Rotation Sequences".
public struct Quaternion: Equatable, Sendable {
  public var w, x, y, z: Float

  /// No rotation.
  @_noLocks public init() { (w, x, y, z) = (1, 0, 0, 0) }

  @_noLocks public init(w: Float, x: Float, y: Float, z: Float) { (self.w, self.x, self.y, self.z) = (w, x, y, z) }

  /// The head turned to the left, then its nose lifted, then its right ear lowered: as `Rotation` counts angles.
  @_noLocks public init(yawDegrees: Float, pitchDegrees: Float, rollDegrees: Float) {
    self = Quaternion.aboutZ(yawDegrees).times(.aboutY(-pitchDegrees)).times(.aboutX(rollDegrees))
  }

  @_noLocks public static func aboutX(_ degrees: Float) -> Quaternion {
    Quaternion(w: halfCosine(degrees), x: halfSine(degrees), y: 0, z: 0)
  }

  @_noLocks public static func aboutY(_ degrees: Float) -> Quaternion {
    Quaternion(w: halfCosine(degrees), x: 0, y: halfSine(degrees), z: 0)
  }

  @_noLocks public static func aboutZ(_ degrees: Float) -> Quaternion {
    Quaternion(w: halfCosine(degrees), x: 0, y: 0, z: halfSine(degrees))
  }

  @_noLocks private static func halfCosine(_ degrees: Float) -> Float { nf_rt_cos(degrees * (.pi / 360)) }
  @_noLocks private static func halfSine(_ degrees: Float) -> Float { nf_rt_sin(degrees * (.pi / 360)) }

  /// The inverse rotation.
  public var conjugate: Quaternion { @_noLocks get { Quaternion(w: w, x: -x, y: -y, z: -z) } }

  /// `first`, and this rotation after it.
  @_noLocks public func times(_ first: Quaternion) -> Quaternion {
    let q = first
    return Quaternion(
      w: w * q.w - x * q.x - y * q.y - z * q.z, x: w * q.x + x * q.w + y * q.z - z * q.y,
      y: w * q.y - x * q.z + y * q.w + z * q.x, z: w * q.z + x * q.y - y * q.x + z * q.w)
  }

  /// Scaled to length 1; nil where it is not finite or too short to say anything.
  @_noLocks public func normalised() -> Quaternion? {
    let square = w * w + x * x + y * y + z * z
    guard square > 1e-6 && square < 1e12 else { return nil }
    let scale = 1 / nf_rt_sqrt(square)
    return Quaternion(w: w * scale, x: x * scale, y: y * scale, z: z * scale)
  }
}

extension Rotation {
  /// Of a head that stands like this.
  @_noLocks public init(_ head: Quaternion) {
    let (w, x, y, z) = (head.w, head.x, head.y, head.z)
    self.init()
    (xx, xy, xz) = (1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y))
    (yx, yy, yz) = (2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x))
    (zx, zy, zz) = (2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y))
  }

  /// `first`, and this rotation after it.
  @_noLocks public func after(_ first: Rotation) -> Rotation {
    var r = Rotation()
    (r.xx, r.xy, r.xz) = first.row(xx, xy, xz)
    (r.yx, r.yy, r.yz) = first.row(yx, yy, yz)
    (r.zx, r.zy, r.zz) = first.row(zx, zy, zz)
    return r
  }

  @_noLocks private func row(_ x: Float, _ y: Float, _ z: Float) -> (Float, Float, Float) {
    (x * xx + y * yx + z * zx, x * xy + y * yy + z * zy, x * xz + y * yz + z * zz)
  }

  /// The head's angles in degrees: yaw −180…180, pitch −90…90, roll −180…180. Straight up or down, where yaw and roll turn
  /// alike, all of it is yaw.
  public var angles: (yaw: Float, pitch: Float, roll: Float) {
    @_noLocks get {
      let degrees: Float = 180 / .pi
      let level = nf_rt_sqrt(xx * xx + xy * xy)
      let pitch = nf_rt_atan2(xz, level) * degrees
      guard level > 1e-4 else { return (nf_rt_atan2(-yx, yy) * degrees, pitch, 0) }
      return (nf_rt_atan2(xy, xx) * degrees, pitch, nf_rt_atan2(yz, zz) * degrees)
    }
  }
}
