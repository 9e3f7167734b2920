import Foundation
import Testing

@testable import Ambisonics

@Suite struct RotationTests {
  private let front = Direction.front
  private let left = Direction(azimuthDegrees: 90, elevationDegrees: 0)
  private let right = Direction(azimuthDegrees: -90, elevationDegrees: 0)
  private let up = Direction(azimuthDegrees: 0, elevationDegrees: 90)
  private let down = Direction(azimuthDegrees: 0, elevationDegrees: -90)

  /// Sines and cosines of floats: 2e-7 per product.
  private func near(_ a: Direction, _ b: Direction) -> Bool {
    abs(a.x - b.x) < 1e-6 && abs(a.y - b.y) < 1e-6 && abs(a.z - b.z) < 1e-6
  }

  private func turned(_ d: Direction, yaw: Float = 0, pitch: Float = 0, roll: Float = 0) -> Direction {
    Rotation(yawDegrees: yaw, pitchDegrees: pitch, rollDegrees: roll).apply(to: d)
  }

  @Test func yawToTheLeftMovesTheFrontToTheRight() {
    #expect(near(turned(front, yaw: 90), right))
    #expect(near(turned(left, yaw: 90), front))
    #expect(near(turned(up, yaw: 90), up))
  }

  @Test func raisingTheNoseSinksTheFront() {
    #expect(near(turned(front, pitch: 90), down))
    #expect(near(turned(up, pitch: 90), front))
    #expect(near(turned(left, pitch: 90), left))
  }

  @Test func loweringTheRightEarRaisesTheRight() {
    #expect(near(turned(right, roll: 90), up))
    #expect(near(turned(up, roll: 90), left))
    #expect(near(turned(front, roll: 90), front))
  }

  /// The head turns, then nods about its own ear axis, then rolls about its own nose: the field meets them in that order.
  @Test func yawThenPitchThenRoll() {
    for direction in FirstOrderTests.directions {
      for (yaw, pitch, roll): (Float, Float, Float) in [(30, 20, 10), (-140, 75, -60), (90, -45, 170)] {
        let steps = turned(turned(turned(direction, yaw: yaw), pitch: pitch), roll: roll)
        #expect(near(turned(direction, yaw: yaw, pitch: pitch, roll: roll), steps))
      }
    }
  }

  @Test func rotationsAreOrthogonalAndKeepHandedness() {
    for yaw in stride(from: Float(-180), through: 180, by: 40) {
      for pitch in stride(from: Float(-180), through: 180, by: 60) {
        for roll in stride(from: Float(-180), through: 180, by: 72) {
          let r = Rotation(yawDegrees: yaw, pitchDegrees: pitch, rollDegrees: roll)
          let rows = [
            Direction(x: r.xx, y: r.xy, z: r.xz), Direction(x: r.yx, y: r.yy, z: r.yz),
            Direction(x: r.zx, y: r.zy, z: r.zz),
          ]
          for i in 0..<3 { for j in 0..<3 { #expect(abs(rows[i].dot(rows[j]) - (i == j ? 1 : 0)) < 1e-6) } }
          #expect(abs(determinant(r) - 1) < 1e-6)
        }
      }
    }
  }

  @Test func mirrorsSwapOneAxisBeforeTheTurn() {
    let r = Rotation(yawDegrees: 40, pitchDegrees: -20, rollDegrees: 70)
    for d in FirstOrderTests.directions {
      #expect(near(r.mirrored(y: -1).apply(to: d), r.apply(to: Direction(x: d.x, y: -d.y, z: d.z))))
      #expect(near(r.mirrored(x: -1).apply(to: d), r.apply(to: Direction(x: -d.x, y: d.y, z: d.z))))
      #expect(near(r.mirrored(z: -1).apply(to: d), r.apply(to: Direction(x: d.x, y: d.y, z: -d.z))))
    }
    #expect(abs(determinant(r.mirrored(y: -1)) + 1) < 1e-6)
  }

  private func determinant(_ r: Rotation) -> Float {
    let first = r.xx * (r.yy * r.zz - r.yz * r.zy)
    let second = r.xy * (r.yx * r.zz - r.yz * r.zx)
    return first - second + r.xz * (r.yx * r.zy - r.yy * r.zx)
  }
}
