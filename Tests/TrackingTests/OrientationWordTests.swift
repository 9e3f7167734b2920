import Foundation
import Testing

@testable import Ambisonics
@testable import Tracking

@Suite struct OrientationWordTests {
  @Test func everyOrientationComesBack() throws {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      let parts = (0..<4).map { _ in Float.random(in: -1...1, using: &generator) }
      guard let q = Quaternion(w: parts[0], x: parts[1], y: parts[2], z: parts[3]).normalised() else { continue }
      let found = try #require(OrientationWord.quaternion(OrientationWord.word(q)))
      // The angle between the two: steps of 1.3e-6 in three components, and floats.
      let between = found.times(q.conjugate)
      let sine = sqrt(between.x * between.x + between.y * between.y + between.z * between.z)
      let degrees = 2 * asin(Double(sine)) * 180 / .pi
      #expect(degrees < 2.5e-4)
    }
  }

  @Test func theAxesAreExact() {
    #expect(OrientationWord.quaternion(OrientationWord.none) == nil)
    let one = Quaternion()
    for q in [
      one, Quaternion(w: 0, x: 1, y: 0, z: 0), Quaternion(w: 0, x: 0, y: 1, z: 0), Quaternion(w: 0, x: 0, y: 0, z: 1),
    ] {
      #expect(OrientationWord.quaternion(OrientationWord.word(q)) == q)
    }
    #expect(OrientationWord.quaternion(OrientationWord.word(Quaternion(w: -1, x: 0, y: 0, z: 0))) == one)
    #expect(OrientationWord.word(one) != OrientationWord.none)
  }
}
