/// What the user sets, read once per block. Gains are amplitudes.
public struct RemixControls: Sendable {
  public var isEnabled = true
  public var style = Style.cinematic
  /// 0 is the recording, 1 the whole remix.
  public var amount: Float = 0.5
  public var frameAzimuthDegrees: Float = 0
  public var frameWidthDegrees: Float = 60
  public var dialogGain: Float = 1
  public var ambienceGain: Float = 1
  /// 0 leaves wind and handling noise in the recording, 1 takes out all that is found.
  public var windReduction: Float = 0

  @_noLocks public init() {}
}

/// What the separation sees.
public struct RemixMeters: Sendable {
  /// 0…1: whether anybody speaks.
  public let speechPresence: Float
  /// Where the voices come from.
  public let azimuthDegrees: Float
  public let elevationDegrees: Float
}
