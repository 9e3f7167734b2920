import CPlatform
import Signal

/// Makes a voice sound as from a microphone close by: late reverberation off, warmth and presence up, sibilants and level even.
///
/// Works on spectra; no latency of its own. Audio but for `init`.
struct CloseVoice: ~Copyable {
  private var early: EarlySound
  private var sibilance: Sibilance
  private var level: VoiceLevel
  /// Gain per bin.
  private let tone: FloatBuffer
  private let loudness: FloatBuffer

  /// Build.
  init(grid: SeparationGrid) {
    early = EarlySound(grid: grid)
    sibilance = Sibilance(grid: grid)
    level = VoiceLevel(grid: grid)
    tone = FloatBuffer(count: Spectra.lanes(for: grid.bins))
    loudness = LoudnessWeighting.weights(grid: grid)
    let rate = grid.sampleRate
    let sections = [
      BiquadCoefficients.highPass(cutoffHz: 75, sampleRate: rate),
      .lowShelf(cornerHz: 200, gainDecibels: 1.5, sampleRate: rate),
      .peak(centreHz: 3500, gainDecibels: 2.5, q: 0.8, sampleRate: rate),
    ]
    for bin in 0..<grid.bins {
      let hz = Double(bin) * grid.binSpacingHz
      tone[bin] = Float(nf_sqrt(sections.reduce(1) { $0 * $1.powerResponse(atHz: hz, sampleRate: rate) }))
    }
  }

  /// Audio.
  @_noLocks mutating func reset() {
    early.reset()
    sibilance.reset()
    level.reset()
  }

  /// Audio. Reads the voice from `image` channels 0…3 and writes the close voice to `channel`.
  /// `activity`: 0…1, whether anybody speaks; `power`: of the voice's W in this hop, weighted like loudness.
  @_noLocks
  mutating func process(_ image: borrowing Spectra, into channel: Int, activity: Float, power: Float) {
    early.process(image, into: channel)
    shape(image, channel)
    sibilance.process(image, channel: channel, activity: activity)
    let gain = level.gain(source: power, voice: loudnessPower(image, channel), activity: activity)
    var bin = 0
    while bin < image.lanes {
      let voice = ComplexLanes(image, channel: channel, bin: bin)
      voice.scaled(VectorMath.Lanes(repeating: gain)).store(image, channel: channel, bin: bin)
      bin += 8
    }
  }

  @_noLocks private func shape(_ voice: borrowing Spectra, _ channel: Int) {
    var bin = 0
    while bin < voice.lanes {
      let shaped = ComplexLanes(voice, channel: channel, bin: bin).scaled(VectorMath.load(tone.pointer + bin))
      shaped.store(voice, channel: channel, bin: bin)
      bin += 8
    }
  }

  @_noLocks private func loudnessPower(_ voice: borrowing Spectra, _ channel: Int) -> Float {
    var sum = VectorMath.Lanes.zero
    var bin = 0
    while bin < voice.lanes {
      let power = ComplexLanes(voice, channel: channel, bin: bin).squaredMagnitude
      sum = VectorMath.multiplyAdd(sum, VectorMath.load(loudness.pointer + bin), power)
      bin += 8
    }
    return sum.sum()
  }
}
