import Ambisonics
import CPlatform

/// Directions that a decoder is judged at: the horizon, and for layouts with height the sphere. Build.
struct CoveredDirections {
  let directions: [Direction]
  /// Loudspeakers stand around it, so that their sounds can add up to one from there.
  let isCovered: [Bool]
  /// They sum to 1; little for those that are not covered.
  let weights: [Double]

  init(_ speakers: [Direction], isFlat: Bool) {
    var directions = stride(from: Float(-180), to: 180, by: 4).map {
      Direction(azimuthDegrees: $0, elevationDegrees: 0)
    }
    var weights = [Double](repeating: isFlat ? 1 : 2, count: directions.count)
    if !isFlat {
      let turn = Double.pi * (1 + nf_sqrt(5))
      for point in 0..<400 {
        let z = 1 - (2 * Double(point) + 1) / 400
        let level = nf_sqrt(1 - z * z)
        let angle = turn * (Double(point) + 0.5)
        directions.append(
          Direction(x: Float(level * nf_cos(angle)), y: Float(level * nf_sin(angle)), z: Float(z)))
        weights.append(1)
      }
    }
    let isCovered = CoveredDirections.covered(directions, speakers, isFlat: isFlat)
    for index in directions.indices where !isCovered[index] { weights[index] *= 0.05 }
    let sum = weights.reduce(0, +)
    self.directions = directions
    self.isCovered = isCovered
    self.weights = weights.map { $0 / sum }
  }

  /// Those that are a sum of two (in the plane) or three loudspeakers with gains that are not negative.
  private static func covered(_ directions: [Direction], _ speakers: [Direction], isFlat: Bool) -> [Bool] {
    var covered = [Bool](repeating: false, count: directions.count)
    let last = isFlat ? 1 : speakers.count
    for i in speakers.indices {
      for j in speakers.indices where j > i {
        for k in 0..<last where isFlat || k > j {
          let c = isFlat ? Direction(x: 0, y: 0, z: 1) : speakers[k]
          let (a, b) = (speakers[i], speakers[j])
          let (bc, ca, ab) = (cross(b, c), cross(c, a), cross(a, b))
          let determinant = a.dot(bc)
          guard abs(determinant) > 1e-3 else { continue }
          for (index, u) in directions.enumerated() where !covered[index] {
            let gains = (u.dot(bc) / determinant, u.dot(ca) / determinant, u.dot(ab) / determinant)
            covered[index] = gains.0 > -0.02 && gains.1 > -0.02 && (isFlat || gains.2 > -0.02)
          }
        }
      }
    }
    return covered
  }

  private static func cross(_ a: Direction, _ b: Direction) -> Direction {
    Direction(x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x)
  }
}
