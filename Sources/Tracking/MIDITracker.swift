import Ambisonics

/// Head trackers that send MIDI. Audio.
///
/// - *MrHeadTracker* (IEM; Romanov & Rudrich 2017): 14-bit controllers, the fine part first: 48…51 fine, 16…19 coarse, of
///   which the coarse one completes a value. Three are yaw, pitch, roll, 16384 steps per turn from −180°; or four are w, x, y, z,
///   8191 steps from −1 to 0. Axes: x front, y left, z up, pitch positive for the nose down. Only what changes is sent. A
///   switch on the device inverts the rotation, as those need it that turn the scene.
/// - *Supperware* Head Tracker 1: system-exclusive messages F0 00 21 42 40 00 (yaw, pitch, roll) or 01 (w, x, y, z), then
///   values of two 7-bit bytes, coarse first, in two's complement, 2048 per radian or per one, then F7. Axes of the
///   quaternion: x right, y front, z up. Source: `Tracker.h` of Supperware's interface.
///
/// Whatever else arrives, in whatever pieces, is passed over.
public struct MIDITracker {
  /// Raw values: the port's.
  public enum Device: Int {
    case none, anglesInverse, angles, quaternionInverse, quaternion, supperware
  }

  private var device = Device.none
  private var coarse = InlineArray<4, UInt8>(repeating: 64)
  private var fine = InlineArray<4, UInt8>(repeating: 0)
  /// How the head stands, of the messages since the device was chosen.
  public private(set) var orientation: Quaternion?

  @_noLocks public init() {}

  /// Another one than before starts from nothing.
  @_noLocks public mutating func choose(_ device: Device) {
    guard device != self.device else { return }
    self.device = device
    orientation = nil
    // The middle of all values, which says nothing yet; only w begins at 1.
    let isQuaternion = device == .quaternion || device == .quaternionInverse
    for value in 0..<4 {
      coarse[value] = isQuaternion ? 63 : 64
      fine[value] = isQuaternion ? 127 : 0
    }
    if isQuaternion { (coarse[0], fine[0]) = (127, 126) }
  }

  /// One message of `count` bytes. Returns whether it completed a value.
  @_noLocks public mutating func hear(_ bytes: UnsafePointer<UInt8>, count: Int) -> Bool {
    switch device {
    case .none: return false
    case .supperware: return hearExclusive(bytes, count: count)
    case .angles, .anglesInverse, .quaternion, .quaternionInverse: break
    }
    guard count == 3, bytes[0] & 0xF0 == 0xB0, bytes[1] < 0x80, bytes[2] < 0x80 else { return false }
    let isQuaternion = device == .quaternion || device == .quaternionInverse
    let values = isQuaternion ? 4 : 3
    let controller = Int(bytes[1])
    if controller >= 48 && controller < 48 + values {
      fine[controller - 48] = bytes[2]
      return false
    }
    guard controller >= 16 && controller < 16 + values else { return false }
    coarse[controller - 16] = bytes[2]
    guard let heard = isQuaternion ? components.normalised() : angles else { return false }
    let isInverse = device == .anglesInverse || device == .quaternionInverse
    orientation = isInverse ? heard.conjugate : heard
    return true
  }

  @_noLocks private func value(_ index: Int) -> Float { Float(Int(coarse[index]) << 7 | Int(fine[index])) }

  @_noLocks private func degrees(_ index: Int) -> Float { value(index) * (360 / 16_384) - 180 }

  private var angles: Quaternion? {
    @_noLocks get {
      // Its pitch is a rotation about the left ear's axis.
      Quaternion(yawDegrees: degrees(0), pitchDegrees: -degrees(1), rollDegrees: degrees(2))
    }
  }

  private var components: Quaternion {
    @_noLocks get {
      let step: Float = 1 / 8_191
      return Quaternion(
        w: value(0) * step - 1, x: value(1) * step - 1, y: value(2) * step - 1, z: value(3) * step - 1)
    }
  }

  @_noLocks private mutating func hearExclusive(_ bytes: UnsafePointer<UInt8>, count: Int) -> Bool {
    guard count >= 6, bytes[0] == 0xF0, bytes[1] == 0x00, bytes[2] == 0x21, bytes[3] == 0x42, bytes[4] == 0x40,
      bytes[count - 1] == 0xF7
    else { return false }
    for index in 1..<(count - 1) where bytes[index] >= 0x80 { return false }
    let degrees: Float = 180 / .pi
    switch (bytes[5], count) {
    case (0, 13):
      orientation = Quaternion(
        yawDegrees: signed(bytes + 6) * degrees, pitchDegrees: signed(bytes + 8) * degrees,
        rollDegrees: signed(bytes + 10) * degrees)
      return true
    case (1, 15):
      let heard = Quaternion(w: signed(bytes + 6), x: signed(bytes + 10), y: -signed(bytes + 8), z: signed(bytes + 12))
      guard let head = heard.normalised() else { return false }
      orientation = head
      return true
    default: return false
    }
  }

  @_noLocks private func signed(_ bytes: UnsafePointer<UInt8>) -> Float {
    let bits = Int(bytes[0]) << 7 | Int(bytes[1])
    return Float(bits >= 8192 ? bits - 16_384 : bits) * (1 / 2_048)
  }
}
