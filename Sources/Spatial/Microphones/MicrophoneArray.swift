import Ambisonics

/// Microphones at known places, four of them on a telephone as much as a tetrahedron: what an encoder can be designed from. Build.
public struct MicrophoneArray: Sendable {
  public struct Microphone: Sendable {
    /// From the middle of the array, in metres: x to the front, y to the left, z up.
    public var x, y, z: Double
    /// Where a directed one looks.
    public var axis: Direction
    /// Its response at the angle θ from its axis is d + (1 − d)·cos θ, and this is d: 1 hears all directions alike.
    public var directivity: Double
    /// Amplitude that a plane wave of amplitude 1 along the axis has in the recording.
    public var sensitivity: Double

    public init(
      x: Double, y: Double, z: Double, axis: Direction = .front, directivity: Double = 1, sensitivity: Double = 1
    ) {
      (self.x, self.y, self.z) = (x, y, z)
      (self.axis, self.directivity, self.sensitivity) = (axis, directivity, sensitivity)
    }
  }

  public static let mostMicrophones = 16

  public let name: String
  /// In the order of the recording's channels.
  public let microphones: [Microphone]

  /// The origin is moved to the middle of the microphones: phases are least there.
  public init(_ microphones: [Microphone], name: String = "") {
    precondition(!microphones.isEmpty && microphones.count <= Self.mostMicrophones)
    let share = 1 / Double(microphones.count)
    let middle = microphones.reduce((0.0, 0.0, 0.0)) {
      ($0.0 + share * $1.x, $0.1 + share * $1.y, $0.2 + share * $1.z)
    }
    self.name = name
    self.microphones = microphones.map {
      var moved = $0
      (moved.x, moved.y, moved.z) = ($0.x - middle.0, $0.y - middle.1, $0.z - middle.2)
      return moved
    }
  }
}
