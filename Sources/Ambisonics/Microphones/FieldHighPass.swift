import CPlatform

/// A second-order Butterworth high-pass for the four channels of a field at once, in double precision. No latency. Audio; about 10
/// cycles per frame.
struct FieldHighPass {
  private var gain = 1.0
  private var a1 = 0.0
  private var a2 = 0.0
  private var first = SIMD4<Double>.zero
  private var second = SIMD4<Double>.zero
  private(set) var isFlat = true

  @_noLocks init() {}

  /// Begins anew at another corner; flat where it is 0.
  ///
  /// Bilinear, from tan(ω/2), which a low corner does not lose in rounding as it does 1 − cos ω.
  @_noLocks mutating func begin(cutoffHz: Float, sampleRate: Float) {
    clear()
    isFlat = cutoffHz <= 0
    let half = .pi * min(cutoffHz, 0.45 * sampleRate) / sampleRate
    let k = Double(nf_rt_sin(half) / nf_rt_cos(half))
    gain = 1 / (1 + k * 1.414_213_562_373_095_1 + k * k)
    a1 = 2 * (k * k - 1) * gain
    a2 = (1 - k * 1.414_213_562_373_095_1 + k * k) * gain
  }

  @_noLocks mutating func clear() {
    first = .zero
    second = .zero
  }

  /// In place; frames must be finite.
  @_noLocks
  mutating func process(
    _ w: UnsafeMutablePointer<Float>, _ y: UnsafeMutablePointer<Float>, _ z: UnsafeMutablePointer<Float>,
    _ x: UnsafeMutablePointer<Float>, frames: Int
  ) {
    if isFlat { return }
    var (s1, s2) = (first, second)
    for frame in 0..<frames {
      let input = gain * SIMD4(Double(w[frame]), Double(y[frame]), Double(z[frame]), Double(x[frame]))
      let output = input + s1
      s1 = s2 - a1 * output - 2 * input
      s2 = input - a2 * output
      w[frame] = Float(output[0])
      y[frame] = Float(output[1])
      z[frame] = Float(output[2])
      x[frame] = Float(output[3])
    }
    (first, second) = (s1, s2)
  }
}
