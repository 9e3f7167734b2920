import Ambisonics

/// Loudspeakers around a listener: where they stand, and the matrices that decode a first-order field to them.
///
/// Angles of ITU-R BS.2051-3, in the order of the outputs; the low-frequency channel has no place and stands fourth
/// among
/// the outputs. The quad is a square. Build.
public enum SpeakerLayout: CaseIterable, Sendable {
  case quad, fivePointOne, sevenPointOne, fivePointOneFour, sevenPointOneFour

  /// Any. Loudspeakers that have a place: without the low-frequency channel.
  public var speakerCount: Int {
    @_noLocks get {
      switch self {
      case .quad: 4
      case .fivePointOne: 5
      case .sevenPointOne: 7
      case .fivePointOneFour: 9
      case .sevenPointOneFour: 11
      }
    }
  }

  /// Any. Channels of the layout.
  public var outputCount: Int { @_noLocks get { hasCentre ? speakerCount + 1 : speakerCount } }

  /// Any. A centre loudspeaker, third in order, and a low-frequency channel after it.
  public var hasCentre: Bool { @_noLocks get { self != .quad } }

  /// Loudspeakers above the listener.
  public var hasHeight: Bool { self == .fivePointOneFour || self == .sevenPointOneFour }

  public func direction(of speaker: Int) -> Direction {
    let (azimuth, elevation) = angles[speaker]
    return Direction(azimuthDegrees: azimuth, elevationDegrees: elevation)
  }

  /// The output that a loudspeaker is connected to. Audio.
  @_noLocks public func output(of speaker: Int) -> Int { speaker < 3 || self == .quad ? speaker : speaker + 1 }

  /// The loudspeaker on the other side; the centre is its own. Build.
  func mirrored(_ speaker: Int) -> Int {
    if hasCentre && speaker == 2 { return 2 }
    let first = hasCentre && speaker > 2 ? 3 : 0
    return first + ((speaker - first) ^ 1)
  }

  /// Azimuth and elevation, degrees.
  private var angles: [(Float, Float)] {
    let front: [(Float, Float)] = [(30, 0), (-30, 0), (0, 0)]
    let surround: [(Float, Float)] = [(110, 0), (-110, 0)]
    let sidesAndRear: [(Float, Float)] = [(90, 0), (-90, 0), (135, 0), (-135, 0)]
    switch self {
    case .quad: return [(45, 0), (-45, 0), (135, 0), (-135, 0)]
    case .fivePointOne: return front + surround
    case .sevenPointOne: return front + sidesAndRear
    case .fivePointOneFour: return front + surround + [(30, 30), (-30, 30), (110, 30), (-110, 30)]
    case .sevenPointOneFour: return front + sidesAndRear + [(45, 30), (-45, 30), (135, 30), (-135, 30)]
    }
  }

  /// Per loudspeaker the gains of W Y Z X below the crossover, then of W Y Z X above it.
  var matrix: [Float] {
    switch self {
    case .quad: SpeakerMatrices.quad
    case .fivePointOne: SpeakerMatrices.fivePointOne
    case .sevenPointOne: SpeakerMatrices.sevenPointOne
    case .fivePointOneFour: SpeakerMatrices.fivePointOneFour
    case .sevenPointOneFour: SpeakerMatrices.sevenPointOneFour
    }
  }
}
