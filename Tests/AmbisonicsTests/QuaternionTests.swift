import Testing

@testable import Ambisonics

@Suite struct QuaternionTests {
  private let angles: [(Float, Float, Float)] = [
    (0, 0, 0), (90, 0, 0), (0, 40, 0), (0, 0, -70), (30, 20, 10), (-140, 75, -60), (170, -45, 170), (15, -89, 5),
  ]

  /// Products of floats: some 1e-7 each.
  private func near(_ a: Rotation, _ b: Rotation, within tolerance: Float = 2e-6) -> Bool {
    FirstOrderTests.directions.allSatisfy {
      let (p, q) = (a.apply(to: $0), b.apply(to: $0))
      return abs(p.x - q.x) < tolerance && abs(p.y - q.y) < tolerance && abs(p.z - q.z) < tolerance
    }
  }

  @Test func countsAnglesAsRotationDoes() {
    for (yaw, pitch, roll) in angles {
      let quaternion = Quaternion(yawDegrees: yaw, pitchDegrees: pitch, rollDegrees: roll)
      #expect(
        near(Rotation(quaternion), Rotation(yawDegrees: yaw, pitchDegrees: pitch, rollDegrees: roll)))
    }
  }

  @Test func productsAreOneAfterTheOther() {
    for (yaw, pitch, roll) in angles {
      let (p, q) = (
        Quaternion(yawDegrees: yaw, pitchDegrees: pitch, rollDegrees: roll),
        Quaternion(yawDegrees: roll, pitchDegrees: 25, rollDegrees: yaw)
      )
      // The head of `p` on the chair of `q`; the room turns by the chair's inverse first.
      #expect(near(Rotation(q.times(p)), Rotation(p).after(Rotation(q))))
      #expect(near(Rotation(p.times(p.conjugate)), Rotation()))
    }
  }

  @Test func anglesComeBack() {
    for (yaw, pitch, roll) in angles {
      let found = Rotation(yawDegrees: yaw, pitchDegrees: pitch, rollDegrees: roll).angles
      // Near the poles yaw and roll are small differences of floats: 1e-7 over the cosine of 89°.
      #expect(abs(found.yaw - yaw) < 0.01 && abs(found.pitch - pitch) < 0.01 && abs(found.roll - roll) < 0.01)
    }
  }

  /// Any angles, also those that go over the pole, and the pole itself.
  @Test func anglesMeanTheSameRotation() {
    for pitch: Float in [-180, -120, -90, -60, 0, 60, 90, 120] {
      for yaw: Float in [-170, -50, 0, 80] {
        for roll: Float in [-100, 0, 30, 179] {
          let rotation = Rotation(yawDegrees: yaw, pitchDegrees: pitch, rollDegrees: roll)
          let found = rotation.angles
          let again = Rotation(yawDegrees: found.yaw, pitchDegrees: found.pitch, rollDegrees: found.roll)
          // The pole is taken for 90° from 0.006° on.
          #expect(near(rotation, again, within: 3e-4))
        }
      }
    }
  }

  @Test func whatSaysNothingHasNoLength() {
    #expect(Quaternion(w: 0, x: 0, y: 0, z: 0).normalised() == nil)
    #expect(Quaternion(w: .nan, x: 0, y: 0, z: 1).normalised() == nil)
    #expect(Quaternion(w: .infinity, x: 0, y: 0, z: 1).normalised() == nil)
    #expect(Quaternion(w: 0, x: 0, y: 3, z: 4).normalised() == Quaternion(w: 0, x: 0, y: 0.6, z: 0.8))
  }
}
