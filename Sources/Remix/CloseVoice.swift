import CPlatform
import Signal

/// Makes a voice sound as from a microphone close by: late reverberation down, warmth and presence up, level even.
///
/// Reverberation: its power is predicted from that of the speech 45 ms before, decaying as in a room of 0.45 s, and taken
/// off the spectrum by at most 14 dB. Source: K. Lebart, J. Boucher, P. Denbigh (2001), "A new method based on spectral
/// subtraction for speech dereverberation", Acta Acustica 87(3), eq. 9 to 12. Levelling: half the difference in dB between
/// the level of the last 0.4 s of speech and of the last 8 s, at most 6 dB. Works on spectra; no latency of its own.
struct CloseVoice: ~Copyable {
  private let tone: FloatBuffer
  private let smoothed: FloatBuffer
  /// Smoothed powers of the hops between now and the prediction, a ring.
  private let past: ChannelBuffer
  private var next = 0
  private let decay: Float
  private let smoothing: Float
  private var shortPower: Float = 0
  private var longPower: Float = 0
  private let shortShare: Float
  private let longShare: Float

  private static var reverberationSeconds: Double { 0.45 }
  private static var earlySeconds: Double { 0.045 }
  private static var lowestGain: Float { 0.2 }

  /// Build.
  init(grid: SeparationGrid) {
    let lanes = Spectra.lanes(for: grid.bins)
    let earlyHops = max(1, Int(Self.earlySeconds / grid.hopSeconds + 0.5))
    tone = FloatBuffer(count: lanes)
    smoothed = FloatBuffer(count: lanes)
    past = ChannelBuffer(channels: earlyHops, capacity: lanes)
    decay = Float(nf_pow(10, -6 * Double(earlyHops) * grid.hopSeconds / Self.reverberationSeconds))
    smoothing = grid.share(seconds: 0.03)
    shortShare = grid.share(seconds: 0.4)
    longShare = grid.share(seconds: 8)
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
    smoothed.clear()
    past.clear()
    next = 0
    shortPower = 0
    longPower = 0
  }

  /// Audio. Reads the speech's W from `image` channel 0 and writes the close voice to `channel`.
  /// `activity`: 0…1, whether anybody speaks; `power`: of the speech in this hop.
  @_noLocks
  mutating func process(_ image: borrowing Spectra, into channel: Int, activity: Float, power: Float) {
    let level = VectorMath.Lanes(repeating: levelling(activity: activity, power: power))
    let late = past[next]
    var bin = 0
    while bin < image.lanes {
      let speech = ComplexLanes(image, channel: 0, bin: bin)
      let before = VectorMath.load(smoothed.pointer + bin)
      let now = VectorMath.multiplyAdd(
        before, VectorMath.Lanes(repeating: smoothing), speech.squaredMagnitude - before)
      let reverberation = VectorMath.load(late + bin) * decay
      let kept = 1 - reverberation / (now + Float.leastNormalMagnitude)
      let floor = VectorMath.Lanes(repeating: Self.lowestGain * Self.lowestGain)
      let gain = VectorMath.squareRoot(pointwiseMax(kept, floor))
      speech.scaled(gain * level * VectorMath.load(tone.pointer + bin)).store(image, channel: channel, bin: bin)
      VectorMath.store(now, smoothed.pointer + bin)
      VectorMath.store(now, late + bin)
      bin += 8
    }
    next = (next + 1) % past.channels
  }

  @_noLocks private mutating func levelling(activity: Float, power: Float) -> Float {
    shortPower += shortShare * activity * (power - shortPower)
    longPower += max(longShare, shortShare * (longPower == 0 ? 1 : 0)) * activity * (power - longPower)
    guard shortPower > 0, longPower > 0 else { return 1 }
    let gain = nf_rt_pow(longPower / shortPower, 0.25)
    return min(max(gain, 0.5), 2)
  }
}
