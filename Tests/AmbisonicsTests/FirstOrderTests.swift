import Foundation
import Testing

@testable import Ambisonics

@Suite struct FirstOrderTests {
  static let directions = stride(from: Float(-170), through: 180, by: 35).flatMap { azimuth in
    [Float(-80), -30, 0, 25, 70].map { Direction(azimuthDegrees: azimuth, elevationDegrees: $0) }
  }

  /// SN3D: W² = 1 and X² + Y² + Z² = 1 for every plane wave.
  @Test func planeWavesHaveUnitNorms() {
    for direction in Self.directions {
      let g = FirstOrderGains(direction)
      #expect(g.w == 1 && abs(g.x * g.x + g.y * g.y + g.z * g.z - 1) < 5e-7)
      #expect(g.x == direction.x && g.y == direction.y && g.z == direction.z)
    }
  }

  /// A wide source is the mean of the plane waves in its cap, found here by adding up rings of it.
  @Test(arguments: [Float(1), 30, 90, 180, 270, 360]) func widthIsTheMeanOverACap(_ width: Float) {
    let half = Double(width) / 2 * .pi / 180
    var (along, area) = (0.0, 0.0)
    let rings = 20_000
    for ring in 0..<rings {
      let angle = half * (Double(ring) + 0.5) / Double(rings)
      area += sin(angle)
      along += sin(angle) * cos(angle)
    }
    for direction in Self.directions {
      let g = FirstOrderGains(direction, widthDegrees: width)
      let focus = Float(along / area)
      // The rings' sum is right to 1e-8, the floats to 1e-7.
      #expect(g.w == 1)
      #expect(abs(g.x - focus * direction.x) < 3e-7 && abs(g.y - focus * direction.y) < 3e-7)
      #expect(abs(g.z - focus * direction.z) < 3e-7)
    }
  }
}
