/// How a microphone was held. Raw values are permanent.
public enum MicrophoneOrientation: Int, CaseIterable, Sendable {
  /// The capsules up, the front to the front.
  case upright = 0
  /// Hung from above: the front to the front, left and right have changed places with up and down.
  case upsideDown = 1
  /// Lying, the capsules to the front, what was its front up.
  case endFireFrontUp = 2
  /// Lying, the capsules to the front, what was its front down.
  case endFireFrontDown = 3

  /// Any. A direction of the upright microphone, where it is in the room.
  @_noLocks public func placed(_ d: Direction) -> Direction {
    switch self {
    case .upright: d
    case .upsideDown: Direction(x: d.x, y: -d.y, z: -d.z)
    case .endFireFrontUp: Direction(x: d.z, y: -d.y, z: d.x)
    case .endFireFrontDown: Direction(x: d.z, y: d.y, z: -d.x)
    }
  }
}
