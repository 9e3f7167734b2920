import CSndFile

/// Where the channels of a file are heard, for players.
public enum ChannelPlan: Sendable {
  case mono, stereo, quad, fivePointOne, fivePointOneFour
  /// W X Y Z with W 3 dB down: what the B-format GUID of a WAV says, up to 4 GB; elsewhere nothing is said.
  case bFormat
  /// Nothing is said: other Ambisonics, stems, and orders that files cannot name.
  case unnamed

  var map: [Int32] {
    let front = [SF_CHANNEL_MAP_LEFT, SF_CHANNEL_MAP_RIGHT]
    let middle = [SF_CHANNEL_MAP_CENTER, SF_CHANNEL_MAP_LFE]
    let rear = [SF_CHANNEL_MAP_REAR_LEFT, SF_CHANNEL_MAP_REAR_RIGHT]
    let top = [
      SF_CHANNEL_MAP_TOP_FRONT_LEFT, SF_CHANNEL_MAP_TOP_FRONT_RIGHT, SF_CHANNEL_MAP_TOP_REAR_LEFT,
      SF_CHANNEL_MAP_TOP_REAR_RIGHT,
    ]
    let places: [Int] =
      switch self {
      case .mono: [SF_CHANNEL_MAP_MONO]
      case .stereo: front
      case .quad: front + rear
      case .fivePointOne: front + middle + rear
      case .fivePointOneFour: front + middle + rear + top
      case .unnamed, .bFormat: []
      }
    return places.map { Int32($0) }
  }
}
