import Signal

/// What is known of a recording with a microphone: what its channels are, and what is to be done to them.
public struct MicrophoneSetting: Equatable, Sendable {
  public var format = MicrophoneFormat.capsules
  public var order = CapsuleOrder.fluFrdBldBru
  public var microphone = TetrahedralMicrophone(radiusMetres: 0.014, directivity: 0.5)
  public var orientation = MicrophoneOrientation.upright
  /// Corner of the high-pass; 0 is none.
  public var highPassHz: Float = 0
  /// An amplitude.
  public var gain: Float = 1

  /// Any.
  @_noLocks public init() {}

  /// Any. What one channel gives to W, Y, Z and X, before the capsules' spacing is corrected.
  @_noLocks public func gains(of channel: Int) -> FirstOrderGains {
    var (pressure, direction) = channelParts(channel)
    direction = orientation.placed(direction)
    pressure *= gain
    return FirstOrderGains(w: pressure, y: gain * direction.y, z: gain * direction.z, x: gain * direction.x)
  }

  @_noLocks private func channelParts(_ channel: Int) -> (pressure: Float, Direction) {
    switch format {
    case .capsules:
      let (omni, eight) = (0.25 / microphone.directivity, 0.75 / (1 - microphone.directivity))
      let d = order.direction(of: channel)
      return (omni, Direction(x: eight * d.x, y: eight * d.y, z: eight * d.z))
    case .ambiX: return Self.axis(channel, 1)
    // √⅓
    case .n3d: return Self.axis(channel, 0.577_350_27)
    // The order is W X Y Z: each of X, Y, Z comes two places earlier, or one later, than in W Y Z X.
    case .fuMa: return channel == 0 ? (1.414_213_6, Direction(x: 0, y: 0, z: 0)) : Self.axis((channel + 1) % 3 + 1, 1)
    }
  }

  /// A channel in the order W Y Z X.
  @_noLocks private static func axis(_ channel: Int, _ size: Float) -> (pressure: Float, Direction) {
    switch channel {
    case 0: (1, Direction(x: 0, y: 0, z: 0))
    case 1: (0, Direction(x: 0, y: size, z: 0))
    case 2: (0, Direction(x: 0, y: 0, z: size))
    default: (0, Direction(x: size, y: 0, z: 0))
    }
  }
}
