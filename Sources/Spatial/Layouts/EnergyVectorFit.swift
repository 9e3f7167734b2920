import Ambisonics
import CPlatform

/// The decoder whose energy vectors point best, with the least change of energy, over direction. Build.
struct EnergyVectorFit {
  /// Costs per 3° of the angle and its square, per 0.05 of length, per dB squared: on the standard layouts the minimum comes near
  /// that of fits made for each, and none of 7 starts found a lower one.
  private static let angleCost = 0.3
  private static let squareCost = 0.15
  private static let lengthGain = 0.7
  private static let energyCost = 0.5
  private static let unitAngle = 3 * Double.pi / 180
  /// Added to the energy where its level counts: silence is no pole, in whose way the search would end.
  private static let leastEnergy = 0.03

  private let speakers: [SIMD3<Double>]
  private let isFlat: Bool
  private let places: [SIMD3<Double>]
  /// W Y Z X of each.
  private let harmonics: [SIMD4<Double>]
  private let isCovered: [Bool]
  private let weights: [Double]

  init(_ directions: [Direction], isFlat: Bool) {
    let grid = CoveredDirections(directions, isFlat: isFlat)
    self.isFlat = isFlat
    speakers = directions.map { SIMD3(Double($0.x), Double($0.y), Double($0.z)) }
    places = grid.directions.map { SIMD3(Double($0.x), Double($0.y), Double($0.z)) }
    harmonics = places.map { SIMD4(1, $0.y, isFlat ? 0 : $0.z, $0.x) }
    isCovered = grid.isCovered
    weights = grid.weights
  }

  /// Gains of W Y Z X for each loudspeaker. The search begins with beams towards them.
  func matrix() -> [Double] {
    let gain = 1 / nf_sqrt(2 * Double(speakers.count))
    let beam = isFlat ? nf_sqrt(2) : 1
    let start = speakers.flatMap { [gain, beam * gain * $0.y, isFlat ? 0 : beam * gain * $0.z, beam * gain * $0.x] }
    return Minimizer.minimum(from: start, rounds: 300) { cost($0, gradient: &$1) }
  }

  private func cost(_ matrix: [Double], gradient: inout [Double]) -> Double {
    for index in gradient.indices { gradient[index] = 0 }
    var (cost, gains) = (0.0, [Double](repeating: 0, count: speakers.count))
    for (place, u) in places.enumerated() {
      let y = harmonics[place]
      var (energy, momentum) = (1e-9, SIMD3<Double>.zero)
      for (speaker, s) in speakers.enumerated() {
        let row = 4 * speaker
        let g = matrix[row] * y[0] + matrix[row + 1] * y[1] + matrix[row + 2] * y[2] + matrix[row + 3] * y[3]
        gains[speaker] = g
        energy += g * g
        momentum += g * g * s
      }
      let part = costAndSlopes(energy, momentum, u, weights[place], isCovered[place])
      cost += part.cost
      for (speaker, s) in speakers.enumerated() {
        let slope = 2 * gains[speaker] * (part.energySlope + (part.momentumSlope * s).sum())
        for column in 0..<4 { gradient[4 * speaker + column] += slope * y[column] }
      }
    }
    if isFlat { for speaker in speakers.indices { gradient[4 * speaker + 2] = 0 } }
    return cost
  }

  /// Of one direction, with the derivatives by energy and momentum (energy times energy vector).
  private func costAndSlopes(
    _ energy: Double, _ momentum: SIMD3<Double>, _ u: SIMD3<Double>, _ weight: Double, _ isCovered: Bool
  ) -> (cost: Double, energySlope: Double, momentumSlope: SIMD3<Double>) {
    let raised = energy + Self.leastEnergy
    let decibels = 10 * nf_log(raised / (1 + Self.leastEnergy)) / nf_log(10)
    var cost = weight * Self.energyCost * decibels * decibels
    var energySlope = weight * Self.energyCost * 2 * decibels * 10 / nf_log(10) / raised
    guard isCovered else { return (cost, energySlope, .zero) }
    let along = (momentum * u).sum()
    let aside = momentum - along * u
    let across = nf_sqrt((aside * aside).sum() + 1e-14)
    let angle = nf_atan2(across, along) / Self.unitAngle
    cost += weight * (Self.angleCost * angle + Self.squareCost * angle * angle)
    let angleSlope = weight * (Self.angleCost + 2 * Self.squareCost * angle) / Self.unitAngle
    let square = across * across + along * along
    var momentumSlope = (angleSlope * along / square / across) * aside - (angleSlope * across / square) * u
    let size = nf_sqrt((momentum * momentum).sum()) + 1e-12
    let lengthSlope = -weight * Self.lengthGain / 0.05
    cost += lengthSlope * size / energy
    momentumSlope += (lengthSlope / size / energy) * momentum
    energySlope -= lengthSlope * size / energy / energy
    return (cost, energySlope, momentumSlope)
  }
}
