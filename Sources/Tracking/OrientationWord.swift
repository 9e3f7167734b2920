import Ambisonics
import CPlatform

/// An orientation in one 64-bit word, so that two threads can exchange it in one atomic access.
///
/// From bit 0: three components of 20 bits, in steps of 1.3·10⁻⁶ (2·10⁻⁴ degrees at most); two bits that name the largest
/// component, which is left out and found from the others; bit 63 set. 0 is no orientation. 1 and 0 are exact.
enum OrientationWord {
  static let none: UInt64 = 0

  private static var bits: UInt64 { 20 }
  private static var half: Int32 { 1 << 19 }
  /// The largest that one can be which is not the largest of all.
  private static var scale: Float { 0.707_106_78 / 524_287 }

  /// Any thread. `q`: of length 1.
  @_noLocks static func word(_ q: Quaternion) -> UInt64 {
    let (w, x, y, z) = (abs(q.w), abs(q.x), abs(q.y), abs(q.z))
    let largest: UInt64
    let sign: Float
    let (a, b, c): (Float, Float, Float)
    if w >= x && w >= y && w >= z {
      (largest, sign, a, b, c) = (0, q.w, q.x, q.y, q.z)
    } else if x >= y && x >= z {
      (largest, sign, a, b, c) = (1, q.x, q.w, q.y, q.z)
    } else if y >= z {
      (largest, sign, a, b, c) = (2, q.y, q.w, q.x, q.z)
    } else {
      (largest, sign, a, b, c) = (3, q.z, q.w, q.x, q.y)
    }
    // The negative of a quaternion is the same rotation.
    let flip: Float = sign < 0 ? -1 : 1
    return 1 << 63 | largest << (3 * bits) | code(a * flip) | code(b * flip) << bits | code(c * flip) << (2 * bits)
  }

  /// Any thread. Nil for `none`.
  @_noLocks static func quaternion(_ word: UInt64) -> Quaternion? {
    guard word != none else { return nil }
    let (a, b, c) = (value(word), value(word >> bits), value(word >> (2 * bits)))
    let largest = nf_rt_sqrt(max(0, 1 - a * a - b * b - c * c))
    switch (word >> (3 * bits)) & 3 {
    case 0: return Quaternion(w: largest, x: a, y: b, z: c)
    case 1: return Quaternion(w: a, x: largest, y: b, z: c)
    case 2: return Quaternion(w: a, x: b, y: largest, z: c)
    default: return Quaternion(w: a, x: b, y: c, z: largest)
    }
  }

  @_noLocks private static func code(_ component: Float) -> UInt64 {
    let steps = nf_rt_floor(component / scale + 0.5)
    return UInt64(Int32(min(max(steps, -524_287), 524_287)) + half)
  }

  @_noLocks private static func value(_ word: UInt64) -> Float {
    Float(Int32(truncatingIfNeeded: word & 0xFFFFF) - half) * scale
  }
}
