import Signal

/// Head-related impulse responses as they were measured: per direction one for each ear. Build.
public struct ImpulseResponses: ~Copyable {
  public let sampleRate: Double
  /// Unit vectors: x front, y left, z up.
  public let directions: [SIMD3<Float>]
  public let frames: Int
  /// direction × ear (left, right) × frames.
  let samples: FloatBuffer

  public init(directions: [SIMD3<Float>], frames: Int, sampleRate: Double) {
    self.directions = directions
    self.frames = frames
    self.sampleRate = sampleRate
    samples = FloatBuffer(count: directions.count * 2 * frames)
  }

  /// `ear`: 0 left, 1 right.
  public func response(_ direction: Int, ear: Int) -> UnsafeMutablePointer<Float> {
    samples.pointer + (direction * 2 + ear) * frames
  }
}
