import CPlatform

/// Levels.
public enum Decibels {
  /// Amplitude gain of a level in dB. Audio.
  @_noLocks public static func gain(_ decibels: Float) -> Float { nf_rt_exp(decibels * 0.115129254) }

  /// Level in dB of a power; −200 for silence. Audio.
  @_noLocks public static func level(power: Float) -> Float { 4.3429448 * nf_rt_log(max(power, 1e-20)) }
}
