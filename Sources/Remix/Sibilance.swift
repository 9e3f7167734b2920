import CPlatform
import Signal

/// Holds sharp sibilants of a voice down: 5 to 9 kHz, with soft edges.
///
/// Where the band's power passes four times its mean over the voice's last 8 s, half of the rest in dB is taken off, at most
/// 6 dB; it comes back within 30 ms. Works on spectra. Audio but for `init`.
struct Sibilance: ~Copyable {
  /// How much a bin belongs to the band, 0…1.
  private let reach: FloatBuffer
  private let bins: Range<Int>
  private var mean: RunningMean
  private(set) var gain: Float = 1
  private let release: Float

  private static var threshold: Float { @_noLocks get { 4 } }
  private static var lowestGain: Float { @_noLocks get { 0.5 } }

  /// Build.
  init(grid: SeparationGrid) {
    reach = FloatBuffer(count: Spectra.lanes(for: grid.bins))
    for bin in 0..<grid.bins {
      let hz = Double(bin) * grid.binSpacingHz
      reach[bin] = Float(max(0, min((hz - 4500) / 1000, (10_500 - hz) / 2500, 1)))
    }
    bins = grid.bin(hz: 5000)..<grid.bin(hz: 9000)
    mean = RunningMean(share: grid.share(seconds: 8))
    release = grid.share(seconds: 0.03)
  }

  /// Audio.
  @_noLocks mutating func reset() {
    mean.reset()
    gain = 1
  }

  /// Audio. Changes `channel` of `voice` in place. `activity`: 0…1, whether anybody speaks.
  @_noLocks mutating func process(_ voice: borrowing Spectra, channel: Int, activity: Float) {
    let (re, im) = (voice.real(channel), voice.imaginary(channel))
    var power: Float = 0
    for bin in bins { power += re[bin] * re[bin] + im[bin] * im[bin] }
    mean.add(power, weight: activity)
    follow(power)
    guard gain < 1 else { return }
    var bin = 0
    while bin < voice.lanes {
      let gains = 1 - VectorMath.load(reach.pointer + bin) * (1 - gain)
      ComplexLanes(voice, channel: channel, bin: bin).scaled(gains).store(voice, channel: channel, bin: bin)
      bin += 8
    }
  }

  @_noLocks private mutating func follow(_ power: Float) {
    let allowed = Self.threshold * mean.value
    let wanted = allowed > 0 && power > allowed ? max(nf_rt_pow(allowed / power, 0.25), Self.lowestGain) : 1
    gain = wanted < gain ? wanted : gain + release * (wanted - gain)
    if gain > 0.999 { gain = 1 }
  }
}
