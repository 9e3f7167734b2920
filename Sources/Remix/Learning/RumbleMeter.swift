import Signal

/// How much of a channel's power lies below the voice: wind, handling, traffic. Audio but for `init`.
struct RumbleMeter {
  private let lowPass: BiquadCoefficients
  /// Of two equal sections, one after the other: 24 dB per octave.
  private var first = SIMD2<Double>.zero
  private var second = SIMD2<Double>.zero
  private var low = 0.0
  private var whole = 0.0

  init(sampleRate: Double) { lowPass = .lowPass(cutoffHz: 60, sampleRate: sampleRate) }

  /// 0…1; 0 for silence.
  var share: Double { whole > 0 ? min(low / whole, 1) : 0 }

  @_noLocks mutating func reset() {
    first = .zero
    second = .zero
    low = 0
    whole = 0
  }

  @_noLocks mutating func add(_ signal: UnsafePointer<Float>, frames: Int) {
    let c = lowPass
    var (s, t, low, whole) = (first, second, low, whole)
    for frame in 0..<frames {
      let x = Double(signal[frame])
      let y = c.b0 * x + s[0]
      s = SIMD2(c.b1 * x - c.a1 * y + s[1], c.b2 * x - c.a2 * y)
      let z = c.b0 * y + t[0]
      t = SIMD2(c.b1 * y - c.a1 * z + t[1], c.b2 * y - c.a2 * z)
      low += z * z
      whole += x * x
    }
    guard low < .infinity && whole < .infinity else { return reset() }
    (first, second) = (s, t)
    (self.low, self.whole) = (low, whole)
  }
}
