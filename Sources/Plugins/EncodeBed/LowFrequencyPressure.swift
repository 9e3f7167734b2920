import Signal

/// The low-frequency channel of a bed below 120 Hz (24 dB per octave), at a gain of its own, added to the pressure of a field.
/// Audio but for `init`; rests while the gain is 0.
///
/// Public for its `deinit`: Embedded Swift must see it where instances are destroyed.
public struct LowFrequencyPressure: ~Copyable {
  private let lowPass: SectionCascade
  private var gain: RampedGain
  private var isResting = true

  init(sampleRate: Double, rampFrames: Int) {
    // A Butterworth section applied twice.
    let section = BiquadCoefficients.lowPass(cutoffHz: 120, sampleRate: sampleRate)
    lowPass = SectionCascade([section, section])
    gain = RampedGain(rampFrames: rampFrames)
  }

  @_noLocks mutating func reset() {
    gain.reset()
    isResting = true
  }

  @_noLocks mutating func setGain(_ newGain: Float) { gain.setTarget(newGain) }

  /// `channel` is spent; it must be finite.
  @_noLocks mutating func add(
    _ channel: UnsafeMutablePointer<Float>, to pressure: UnsafeMutablePointer<Float>, frames: Int
  ) {
    if gain.isSilent {
      isResting = true
      return
    }
    if isResting {
      lowPass.reset()
      isResting = false
    }
    lowPass.process(channel, channel, frames: frames)
    gain.processAdding(channel, to: pressure, frames: frames)
  }
}
