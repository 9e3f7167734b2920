import CPlatform

/// e^(iφ·bin) over the bins from one on, a multiplication each: what a delay makes of a spectrum. Audio.
struct PhaseRamp {
  private var re, im: Float
  private let stepRe, stepIm: Float

  /// `step`: radians per bin.
  @_noLocks init(step: Float, from bin: Int) {
    let first = step * Float(bin)
    (re, im) = (nf_rt_cos(first), nf_rt_sin(first))
    (stepRe, stepIm) = (nf_rt_cos(step), nf_rt_sin(step))
  }

  @_noLocks @inline(__always) mutating func advance() {
    (re, im) = (re * stepRe - im * stepIm, im * stepRe + re * stepIm)
  }

  /// Turns two numbers, each real and imaginary.
  @_noLocks @inline(__always) func turn(_ value: SIMD4<Float>) -> SIMD4<Float> {
    let across = SIMD4(value[1], value[0], value[3], value[2])
    return re * value + im * SIMD4(-1, 1, -1, 1) * across
  }
}
