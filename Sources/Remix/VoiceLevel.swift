import CPlatform

/// Evens the level of a voice, and keeps it as loud as it was before it was worked on.
///
/// Levels are K-weighted powers, as loudness counts them. Half the difference in dB between the level of the last 0.8 s of
/// speech and of the last 8 s, at most 6 dB; what the work took from the mean level, or gave to it, is given back, at most 6 dB.
/// Audio but for `init`.
struct VoiceLevel {
  /// Of the worked-on voice.
  private var short, long: RunningMean
  /// Of the voice before it was worked on, and of the voice that was evened.
  private var source, even: RunningMean

  /// Build.
  init(grid: SeparationGrid) {
    short = RunningMean(share: grid.share(seconds: 0.8))
    long = RunningMean(share: grid.share(seconds: 8))
    (source, even) = (long, long)
  }

  /// Audio.
  @_noLocks mutating func reset() {
    short.reset()
    long.reset()
    source.reset()
    even.reset()
  }

  /// Audio. The gain for a hop from the powers in it. `activity`: 0…1, whether anybody speaks.
  @_noLocks mutating func gain(source before: Float, voice: Float, activity: Float) -> Float {
    short.add(voice, weight: activity)
    long.add(voice, weight: activity)
    source.add(before, weight: activity)
    guard short.value > 0, long.value > 0 else { return 1 }
    let evened = min(max(nf_rt_pow(long.value / short.value, 0.25), 0.5), 2)
    even.add(evened * evened * voice, weight: activity)
    guard even.value > 0 else { return evened }
    return evened * min(max(nf_rt_sqrt(source.value / even.value), 0.5), 2)
  }
}
