/// Where a head looks at one time.
public struct HeadPose: Equatable, Sendable {
  public let seconds: Double
  /// Yaw, pitch, roll in degrees.
  public let angles: SIMD3<Double>

  public init(seconds: Double, angles: SIMD3<Double>) {
    self.seconds = seconds
    self.angles = angles
  }

  /// Within −180 … 180.
  public var wrapped: SIMD3<Float> {
    SIMD3<Float>(Self.arc(angles.x), Self.arc(angles.y), Self.arc(angles.z))
  }

  /// Each axis along the shorter arc.
  func motion(to next: HeadPose) -> SIMD3<Double> {
    let all = next.angles - angles
    return SIMD3(all.x.remainder(dividingBy: 360), all.y.remainder(dividingBy: 360), all.z.remainder(dividingBy: 360))
  }

  private static func arc(_ degrees: Double) -> Float { Float(degrees.remainder(dividingBy: 360)) }
}
