import Remix

/// Where the talker is over time, no finer than it can be heard.
struct TalkerPath {
  private(set) var directions: [MixMetadata.TalkerDirection] = []
  /// As many as a mix file holds.
  private static let most = 20_000
  /// Degrees, and seconds, from one to the next at least.
  private static let (leastTurn, leastTime) = (8.0, 0.25)

  mutating func add(seconds: Double, azimuth: Double, elevation: Double) {
    if let last = directions.last {
      let turn =
        abs((azimuth - last.azimuthDegrees).remainder(dividingBy: 360)) + abs(elevation - last.elevationDegrees)
      guard seconds - last.seconds >= Self.leastTime, turn >= Self.leastTurn, directions.count < Self.most else {
        return
      }
    }
    directions.append(
      MixMetadata.TalkerDirection(seconds: seconds, azimuthDegrees: azimuth, elevationDegrees: elevation))
  }
}
