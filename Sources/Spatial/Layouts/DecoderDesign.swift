import Ambisonics
import CPlatform

/// Finds the two matrices that decode a first-order field to loudspeakers anywhere. Build; some ten milliseconds.
///
/// Below the crossover: the regularised pseudo-inverse, right in pressure and velocity vector where the layout allows it
/// (Gerzon 1992, "General metatheory of auditory localisation", AES 92). Above: the least of a mean over direction of the energy
/// vector's angle from the source and of the energy's deviation, less its length (after Moore & Wakefield 2008, AES 124).
struct DecoderDesign {
  /// Per loudspeaker the gains of W Y Z X below the crossover, then of W Y Z X above it.
  let matrix: [Float]

  init(_ speakers: [Direction]) {
    let isFlat = SpeakerArrangement.isFlat(speakers)
    // Above a flat layout too.
    let zenith = isFlat ? [[1.0, 0, 0, 0]] : []
    let places =
      zenith
      + CoveredDirections(speakers, isFlat: isFlat).directions.map {
        DecoderDesign.harmonics($0, isFlat: isFlat)
      }
    let count = Double(speakers.count)
    let low = DecoderDesign.evened(DecoderDesign.velocityMatrix(speakers, places, isFlat: isFlat), to: 1 / count) {
      matrix in
      places.allSatisfy {
        let sum = DecoderDesign.sums(matrix, $0)
        return sum.energy <= 4 && sum.pressure >= 0.5 && sum.pressure <= 1.42
      }
    }
    let high = DecoderDesign.evened(EnergyVectorFit(speakers, isFlat: isFlat).matrix(), to: 1 / nf_sqrt(count)) {
      matrix in
      places.allSatisfy {
        let energy = DecoderDesign.sums(matrix, $0).energy
        return energy <= 2 && energy >= 0.1
      }
    }
    var matrix: [Float] = []
    for speaker in speakers.indices {
      for column in 0..<4 { matrix.append(Float(low[4 * speaker + column])) }
      for column in 0..<4 { matrix.append(Float(high[4 * speaker + column])) }
    }
    self.matrix = matrix
  }

  /// 1 and the direction in the order W Y Z X.
  static func harmonics(_ u: Direction, isFlat: Bool = false) -> [Double] {
    [1, Double(u.y), isFlat ? 0 : Double(u.z), Double(u.x)]
  }

  /// `matrix`, mixed with as much of the sound without direction as `isEven` asks for: where loudspeakers leave much of the room
  /// open, what comes from there would be lost, or too loud.
  ///
  /// `gain`: of W in every loudspeaker, where nothing else helps.
  private static func evened(_ matrix: [Double], to gain: Double, _ isEven: ([Double]) -> Bool) -> [Double] {
    for tenth in 0..<10 {
      let share = 0.1 * Double(tenth)
      let mixed = matrix.indices.map { (1 - share) * matrix[$0] + ($0 % 4 == 0 ? share * gain : 0) }
      if isEven(mixed) { return mixed }
    }
    return matrix.indices.map { $0 % 4 == 0 ? gain : 0 }
  }

  /// M = A (AᵀA + e)⁻¹, the rows of A the harmonics of the loudspeakers; e grows until no direction is louder than 6 dB.
  private static func velocityMatrix(_ speakers: [Direction], _ places: [[Double]], isFlat: Bool) -> [Double] {
    let rows = speakers.map { harmonics($0, isFlat: isFlat) }
    var share = 0.005
    while true {
      var gram = [Double](repeating: 0, count: 16)
      for row in rows {
        for i in 0..<4 { for j in 0..<4 { gram[4 * i + j] += row[i] * row[j] } }
      }
      for i in 0..<4 { gram[5 * i] += share * Double(speakers.count) }
      let matrix = rows.flatMap { LinearSystem.solve(gram, $0) ?? [0.5, 0, 0, 0] }
      let loudest = places.reduce(0.0) { max($0, sums(matrix, $1).energy) }
      if loudest <= 4 || share > 10 { return matrix }
      share *= 3
    }
  }

  /// What the loudspeakers give together for a wave from where the harmonics are `y`.
  private static func sums(_ matrix: [Double], _ y: [Double]) -> (pressure: Double, energy: Double) {
    var (pressure, energy) = (0.0, 0.0)
    for row in stride(from: 0, to: matrix.count, by: 4) {
      let g = matrix[row] * y[0] + matrix[row + 1] * y[1] + matrix[row + 2] * y[2] + matrix[row + 3] * y[3]
      pressure += g
      energy += g * g
    }
    return (pressure, energy)
  }
}
