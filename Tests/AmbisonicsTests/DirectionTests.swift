import Foundation
import Testing

@testable import Ambisonics

@Suite struct DirectionTests {
  @Test func axesAreWhereTheyAreSaidToBe() {
    let named: [(azimuth: Float, elevation: Float, x: Float, y: Float, z: Float)] = [
      (0, 0, 1, 0, 0), (90, 0, 0, 1, 0), (-90, 0, 0, -1, 0), (180, 0, -1, 0, 0), (0, 90, 0, 0, 1), (77, -90, 0, 0, -1),
    ]
    for (azimuth, elevation, x, y, z) in named {
      let d = Direction(azimuthDegrees: azimuth, elevationDegrees: elevation)
      // π is rounded to 1e-7.
      #expect(abs(d.x - x) < 2e-7 && abs(d.y - y) < 2e-7 && abs(d.z - z) < 2e-7)
    }
  }

  @Test func degreesComeBack() {
    for azimuth in stride(from: Float(-179), through: 180, by: 7.25) {
      for elevation in stride(from: Float(-85), through: 85, by: 8.5) {
        let d = Direction(azimuthDegrees: azimuth, elevationDegrees: elevation)
        // A unit vector in floats resolves 6e-8 rad; near the poles azimuth has a twelfth of that.
        #expect(abs(d.azimuthDegrees - azimuth) < 1e-3 && abs(d.elevationDegrees - elevation) < 1e-4)
        #expect(abs(d.dot(d) - 1) < 5e-7)
      }
    }
  }

  @Test func polesHaveAnElevation() {
    for azimuth: Float in [-120, 0, 45] {
      #expect(abs(Direction(azimuthDegrees: azimuth, elevationDegrees: 90).elevationDegrees - 90) < 1e-4)
      #expect(abs(Direction(azimuthDegrees: azimuth, elevationDegrees: -90).elevationDegrees + 90) < 1e-4)
    }
  }

  @Test func normalisedHasLengthOneAndNothingPointsToTheFront() {
    let d = Direction(x: 3, y: -4, z: 12).normalised()
    #expect(abs(d.x - 3 / 13) < 1e-7 && abs(d.y + 4 / 13) < 1e-7 && abs(d.z - 12 / 13) < 1e-7)
    #expect(Direction(x: 0, y: 0, z: 0).normalised() == .front)
  }
}
