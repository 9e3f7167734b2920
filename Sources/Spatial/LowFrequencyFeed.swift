import Signal

/// What goes to the low-frequency loudspeaker: the pressure of the field and the dialog below 120 Hz, at a gain of its own.
///
/// A Butterworth section applied twice (24 dB per octave). Audio but for `init`; rests while the gain is 0.
public struct LowFrequencyFeed: ~Copyable {
  private var first: Biquad
  private var second: Biquad
  private var gain: RampedGain
  private var wasResting = true

  public init(sampleRate: Double, rampFrames: Int) {
    first = Biquad(.lowPass(cutoffHz: 120, sampleRate: sampleRate))
    second = Biquad(.lowPass(cutoffHz: 120, sampleRate: sampleRate))
    gain = RampedGain(rampFrames: rampFrames)
  }

  @_noLocks public mutating func reset() {
    gain.reset()
    wasResting = true
  }

  @_noLocks public mutating func setGain(_ newGain: Float) { gain.setTarget(newGain) }

  /// Writes `output`.
  @_noLocks
  public mutating func process(
    _ pressure: UnsafePointer<Float>, _ dialog: UnsafePointer<Float>, into output: UnsafeMutablePointer<Float>,
    frames: Int
  ) {
    if gain.isSilent {
      wasResting = true
      for frame in 0..<frames { output[frame] = 0 }
      return
    }
    if wasResting {
      first.reset()
      second.reset()
      wasResting = false
    }
    for frame in 0..<frames { output[frame] = pressure[frame] + dialog[frame] }
    first.process(output, count: frames)
    second.process(output, count: frames)
    gain.process(output, into: output, frames: frames)
  }
}
