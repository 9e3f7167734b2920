import Ambisonics
import CPlatform

/// What the messages of head trackers mean. Not the audio thread.
///
/// Every address turns what is heard as the program does that it was made for:
///
/// - `/ypr` yaw, pitch, roll in degrees: SPARTA's plugins in their order yaw-pitch-roll; yaw to the left, nose **down**, right
///   ear down. Source: `yawPitchRoll2Rzyx` of the Spatial_Audio_Framework.
/// - `/yaw`, `/pitch`, `/roll`, each by itself: Supperware's Bridgehead; yaw to the left, nose up, right ear down. Source:
///   `HeadMatrix.h` of Supperware's interface.
/// - `/SceneRotator/quaternions` w, x, y, z; `/SceneRotator/ypr`; `/SceneRotator/yaw`, `pitch`, `roll`: IEM's SceneRotator in
///   its order roll-pitch-yaw. They turn the *scene*, right-handed about z (up), y (left), x (front); a head that turns is
///   sent as the inverse. Source: `calcRotationMatrix` there.
/// - `/quaternion` w, x, y, z and `/rotation` **pitch, yaw, roll**: the rotator of the ambiX plugins, which turns the scene as
///   well, and counts yaw to the right and pitch upwards. Source: `calcParams` there.
/// - `/gyrosc/gyro` pitch, roll, yaw in radians: GyrOSC on a telephone that lies flat on the head, its top in front.
struct OSCPose {
  /// Angles that arrive one by one.
  private struct Angles {
    var (yaw, pitch, roll): (Float, Float, Float) = (0, 0, 0)
  }

  private var head = Angles()
  private var scene = Angles()

  /// Nil where the message says nothing of the head, or nothing sensible.
  mutating func take(
    _ path: UnsafePointer<CChar>, _ values: UnsafePointer<Float>, count: Int
  ) -> Quaternion? {
    for index in 0..<count where !(abs(values[index]) <= 1e5) { return nil }
    switch count {
    case 1: return take(path, values[0])
    case 3: return take(path, values[0], values[1], values[2])
    case 4:
      guard isNamed(path, "/SceneRotator/quaternions") || isNamed(path, "/quaternion") else { return nil }
      return Quaternion(w: values[0], x: -values[1], y: -values[2], z: -values[3]).normalised()
    default: return nil
    }
  }

  private mutating func take(_ path: UnsafePointer<CChar>, _ value: Float) -> Quaternion? {
    if isNamed(path, "/yaw") {
      head.yaw = value
    } else if isNamed(path, "/pitch") {
      head.pitch = value
    } else if isNamed(path, "/roll") {
      head.roll = value
    } else if isNamed(path, "/SceneRotator/yaw") {
      scene.yaw = value
      return sceneOrientation
    } else if isNamed(path, "/SceneRotator/pitch") {
      scene.pitch = value
      return sceneOrientation
    } else if isNamed(path, "/SceneRotator/roll") {
      scene.roll = value
      return sceneOrientation
    } else {
      return nil
    }
    return Quaternion(yawDegrees: head.yaw, pitchDegrees: head.pitch, rollDegrees: head.roll)
  }

  private mutating func take(_ path: UnsafePointer<CChar>, _ a: Float, _ b: Float, _ c: Float) -> Quaternion? {
    if isNamed(path, "/ypr") { return Quaternion(yawDegrees: a, pitchDegrees: -b, rollDegrees: c) }
    if isNamed(path, "/SceneRotator/ypr") {
      scene = Angles(yaw: a, pitch: b, roll: c)
      return sceneOrientation
    }
    if isNamed(path, "/rotation") {
      return Quaternion.aboutZ(-b).times(.aboutY(-a)).times(.aboutX(c)).conjugate
    }
    if isNamed(path, "/gyrosc/gyro") {
      let degrees: Float = 180 / .pi
      return Quaternion(yawDegrees: c * degrees, pitchDegrees: a * degrees, rollDegrees: b * degrees)
    }
    return nil
  }

  private var sceneOrientation: Quaternion {
    Quaternion.aboutZ(scene.yaw).times(.aboutY(scene.pitch)).times(.aboutX(scene.roll)).conjugate
  }

  private func isNamed(_ path: UnsafePointer<CChar>, _ name: StaticString) -> Bool {
    strcmp(path, UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)) == 0
  }
}
