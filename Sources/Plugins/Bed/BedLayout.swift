import Ambisonics
import Spatial

/// The channels that a bed brings, and where their loudspeakers stand.
enum BedLayout {
  case stereo, fivePointOne, sevenPointOneFour

  /// Any.
  var inputCount: Int {
    @_noLocks get {
      switch self {
      case .stereo: 2
      case .fivePointOne: 6
      case .sevenPointOneFour: 12
      }
    }
  }

  /// Any. Loudspeakers that have a place, of the channels or of the upmix.
  var sourceCount: Int {
    @_noLocks get {
      switch self {
      case .stereo: 6
      case .fivePointOne: 5
      case .sevenPointOneFour: 11
      }
    }
  }

  /// Any. What its front is heard against.
  var front: HeadResponses.FrontReference { self == .stereo ? .pair : .pairAndCentre }

  /// Any. The low-frequency channel has none.
  var hasLowFrequencies: Bool { @_noLocks get { self != .stereo } }

  /// Any. Loudspeakers that channels come from.
  var channelSources: Int { @_noLocks get { hasLowFrequencies ? inputCount - 1 : inputCount } }

  /// Any. The channel of one of those.
  @_noLocks func channel(of source: Int) -> Int { hasLowFrequencies && source > 2 ? source + 1 : source }

  static let lowFrequencyChannel = 3

  /// Build. Angles of ITU-R BS.2051; behind the stereo pair the sides and heights of the upmix.
  var directions: [Direction] {
    switch self {
    case .stereo:
      [(30, 0), (-30, 0), (110, 0), (-110, 0), (45, 45), (-45, 45)].map {
        Direction(azimuthDegrees: $0.0, elevationDegrees: $0.1)
      }
    case .fivePointOne: (0..<5).map { SpeakerLayout.fivePointOne.direction(of: $0) }
    case .sevenPointOneFour: (0..<11).map { SpeakerLayout.sevenPointOneFour.direction(of: $0) }
    }
  }

  /// Any. What a loudspeaker's channel gives to the left and right of the plain downmix. Source: ITU-R BS.775, annex 4, whose
  /// gain for surround channels is taken for heights too; the low-frequency channel is left out, as there.
  @_noLocks func downmix(of source: Int) -> (left: Float, right: Float) {
    let half: Float = 0.707_106_77
    switch source {
    case 0: return (1, 0)
    case 1: return (0, 1)
    case 2: return (half, half)
    default: return source % 2 == 1 ? (half, 0) : (0, half)
    }
  }
}
