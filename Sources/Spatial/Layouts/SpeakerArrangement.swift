import Ambisonics
import CPlatform

/// Loudspeakers as decoder and panner see them: where they stand, what they are connected to, and the decoder's matrices.
/// Build.
public struct SpeakerArrangement {
  /// A point of the panner's hull where no loudspeaker stands: what it gets is shared in power by others.
  struct Imaginary {
    let direction: Direction
    /// One per loudspeaker; they sum to 1.
    let shares: [Float]
  }

  public static let mostSpeakers = 16

  let directions: [Direction]
  /// The output of each loudspeaker.
  let outputs: [Int]
  /// Linear gain of each.
  let trims: [Float]
  let imaginary: [Imaginary]
  /// The loudspeaker on the other side of each; empty where left and right do not mirror each other.
  let mirrored: [Int]
  /// The first three are left, right and centre.
  let hasCentre: Bool
  /// Per loudspeaker the gains of W Y Z X below the crossover, then of W Y Z X above it.
  let matrix: [Float]

  /// One of the standard layouts.
  public init(_ layout: SpeakerLayout) {
    let speakers = 0..<layout.speakerCount
    directions = speakers.map { layout.direction(of: $0) }
    outputs = speakers.map { layout.output(of: $0) }
    trims = speakers.map { _ in 1 }
    mirrored = speakers.map { layout.mirrored($0) }
    hasCentre = layout.hasCentre
    matrix = layout.matrix
    imaginary = SpeakerArrangement.poles(directions)
  }

  /// Any other; its matrices are made here, in some ten milliseconds.
  init(_ directions: [Direction], outputs: [Int], trims: [Float]) {
    self.directions = directions
    self.outputs = outputs
    self.trims = trims
    mirrored = SpeakerArrangement.mirrors(directions)
    hasCentre = false
    imaginary = SpeakerArrangement.poles(directions) + SpeakerArrangement.gaps(directions)
    matrix = DecoderDesign(directions).matrix
  }

  /// All in the horizontal plane, within 5°.
  static func isFlat(_ directions: [Direction]) -> Bool { directions.allSatisfy { abs($0.z) < 0.09 } }

  private static func equalShares(_ speakers: [Bool]) -> [Float] {
    let count = speakers.filter { $0 }.count
    return speakers.map { $0 ? 1 / Float(count) : 0 }
  }

  /// Above and below, unless a loudspeaker stands there: shared by the upper and the lower loudspeakers, or by all.
  private static func poles(_ directions: [Direction]) -> [Imaginary] {
    let high = directions.map { $0.z > 0.1 }
    let low = directions.map { $0.z < -0.1 }
    let hasHigh = high.contains(true)
    var poles: [Imaginary] = []
    if !directions.contains(where: { $0.z > 0.94 }) {
      let shares = equalShares(hasHigh ? high : high.map { _ in true })
      poles.append(Imaginary(direction: Direction(x: 0, y: 0, z: 1), shares: shares))
    }
    if !directions.contains(where: { $0.z < -0.94 }) {
      let under = low.contains(true) ? low : high.map { !$0 }
      let shares = equalShares(under.contains(true) ? under : under.map { _ in true })
      poles.append(Imaginary(direction: Direction(x: 0, y: 0, z: -1), shares: shares))
    }
    return poles
  }

  /// In gaps around the listener that are too wide to pan across, shared by the loudspeakers at their ends.
  private static func gaps(_ directions: [Direction]) -> [Imaginary] {
    let ring = directions.indices.filter { abs(directions[$0].z) < 0.87 }
      .sorted { directions[$0].azimuthDegrees < directions[$1].azimuthDegrees }
    guard !ring.isEmpty else {
      let shares = equalShares(directions.map { _ in true })
      return [0, 90, 180, 270].map {
        Imaginary(direction: Direction(azimuthDegrees: $0, elevationDegrees: 0), shares: shares)
      }
    }
    var points: [Imaginary] = []
    for (place, speaker) in ring.enumerated() {
      let next = ring[(place + 1) % ring.count]
      let start = directions[speaker].azimuthDegrees
      var width = directions[next].azimuthDegrees - start
      if width <= 0 { width += 360 }
      guard width > 170 else { continue }
      let count = Int(width / 150)
      let shares = equalShares(directions.indices.map { $0 == speaker || $0 == next })
      for point in 1...count {
        let azimuth = start + width * Float(point) / Float(count + 1)
        points.append(
          Imaginary(direction: Direction(azimuthDegrees: azimuth, elevationDegrees: 0), shares: shares))
      }
    }
    return points
  }

  private static func mirrors(_ directions: [Direction]) -> [Int] {
    var mirrors: [Int] = []
    for a in directions {
      let image = Direction(x: a.x, y: -a.y, z: a.z)
      guard let other = directions.firstIndex(where: { $0.dot(image) > 0.9998 }) else { return [] }
      mirrors.append(other)
    }
    return directions.indices.allSatisfy { mirrors[mirrors[$0]] == $0 } ? mirrors : []
  }
}
