import Foundation
import Testing

@testable import Ambisonics
@testable import Tracking

/// Each address turns the scene as its program does, whose matrices are written out here.
@Suite struct OSCPoseTests {
  private typealias Matrix = [[Double]]

  private static let directions = [
    Direction(azimuthDegrees: 0, elevationDegrees: 0), Direction(azimuthDegrees: 70, elevationDegrees: 20),
    Direction(azimuthDegrees: -130, elevationDegrees: -50), Direction(azimuthDegrees: 10, elevationDegrees: 80),
  ]
  private static let triples: [[Float]] = [[30, 0, 0], [0, 40, 0], [0, 0, 50], [25, -35, 60], [-150, 20, -100]]

  private func times(_ a: Matrix, _ b: Matrix) -> Matrix {
    (0..<3).map { i in (0..<3).map { j in (0..<3).reduce(0) { $0 + a[i][$1] * b[$1][j] } } }
  }

  private func transposed(_ a: Matrix) -> Matrix { (0..<3).map { i in (0..<3).map { a[$0][i] } } }

  /// Right-handed, of vectors x front, y left, z up.
  private func aboutX(_ degrees: Float) -> Matrix {
    let (c, s) = trigonometry(degrees)
    return [[1, 0, 0], [0, c, -s], [0, s, c]]
  }
  private func aboutY(_ degrees: Float) -> Matrix {
    let (c, s) = trigonometry(degrees)
    return [[c, 0, s], [0, 1, 0], [-s, 0, c]]
  }
  private func aboutZ(_ degrees: Float) -> Matrix {
    let (c, s) = trigonometry(degrees)
    return [[c, -s, 0], [s, c, 0], [0, 0, 1]]
  }
  private func trigonometry(_ degrees: Float) -> (Double, Double) {
    (cos(Double(degrees) * .pi / 180), sin(Double(degrees) * .pi / 180))
  }

  private func head(_ messages: (String, [Float])...) -> Quaternion? {
    var pose = OSCPose()
    var found: Quaternion?
    for (path, values) in messages { found = pose.take(path, values, count: values.count) }
    return found
  }

  private func expect(_ head: Quaternion?, turnsTheSceneBy scene: Matrix, _ what: String) throws {
    let rotation = Rotation(try #require(head))
    for d in Self.directions {
      let found = rotation.apply(to: d)
      let v = [Double(d.x), Double(d.y), Double(d.z)]
      let wanted = scene.map { row in zip(row, v).reduce(0) { $0 + $1.0 * $1.1 } }
      #expect(
        abs(Double(found.x) - wanted[0]) < 1e-5 && abs(Double(found.y) - wanted[1]) < 1e-5
          && abs(Double(found.z) - wanted[2]) < 1e-5, "\(what)")
    }
  }

  @Test func sparta() throws {
    for t in Self.triples {
      let scene = transposed(times(times(aboutZ(t[0]), aboutY(t[1])), aboutX(t[2])))
      try expect(head(("/ypr", t)), turnsTheSceneBy: scene, "\(t)")
    }
  }

  @Test func bridgehead() throws {
    for t in Self.triples {
      let scene = transposed(times(times(aboutZ(t[0]), aboutY(-t[1])), aboutX(t[2])))
      try expect(
        head(("/roll", [t[2]]), ("/yaw", [t[0]]), ("/pitch", [t[1]])), turnsTheSceneBy: scene, "\(t)")
    }
  }

  @Test func sceneRotator() throws {
    for t in Self.triples {
      let scene = times(times(aboutZ(t[0]), aboutY(t[1])), aboutX(t[2]))
      try expect(head(("/SceneRotator/ypr", t)), turnsTheSceneBy: scene, "\(t)")
      try expect(
        head(("/SceneRotator/yaw", [t[0]]), ("/SceneRotator/roll", [t[2]]), ("/SceneRotator/pitch", [t[1]])),
        turnsTheSceneBy: scene, "\(t)")
    }
  }

  @Test func ambix() throws {
    for t in Self.triples {
      let scene = times(times(aboutZ(-t[1]), aboutY(-t[0])), aboutX(t[2]))
      try expect(head(("/rotation", t)), turnsTheSceneBy: scene, "\(t)")
    }
  }

  /// Of any length and sign.
  @Test(arguments: ["/SceneRotator/quaternions", "/quaternion"]) func quaternions(_ path: String) throws {
    for (index, turn) in [aboutX, aboutY, aboutZ].enumerated() {
      for scale: Float in [1, -2] {
        var values: [Float] = [cos(Float.pi / 12) * scale, 0, 0, 0]
        values[1 + index] = sin(Float.pi / 12) * scale
        try expect(head((path, values)), turnsTheSceneBy: turn(30), "axis \(index)")
      }
    }
  }

  @Test func gyrOSC() throws {
    let radians = Self.triples.map { $0.map { $0 * .pi / 180 } }
    for (t, r) in zip(Self.triples, radians) {
      let scene = transposed(times(times(aboutZ(t[0]), aboutY(-t[1])), aboutX(t[2])))
      try expect(head(("/gyrosc/gyro", [r[1], r[2], r[0]])), turnsTheSceneBy: scene, "\(t)")
    }
  }

  @Test func rubbishSaysNothing() {
    for (path, values): (String, [Float]) in [
      ("/ypr", [1, 2]), ("/ypr", [1, 2, 3, 4]), ("/ypr", [.nan, 0, 0]), ("/ypr", [0, .infinity, 0]),
      ("/ypr", [1e9, 0, 0]),
      ("/quaternion", [0, 0, 0, 0]), ("/quaternion", [1, 0, 0, .nan]), ("/yaw", []), ("/yprx", [1, 2, 3]),
      ("ypr", [1, 2, 3]),
      ("", [1]), ("/", [1]),
    ] {
      #expect(head((path, values)) == nil, "\(path) \(values)")
    }
  }
}
