import CPlatform

/// What the spacing of the capsules does to the field that is summed from them.
///
/// A capsule at r·u answers a plane wave from s with (d + (1 − d)·u·s)·e^(ikr·u·s). Of four such, W = Σ/(4d) and
/// (X, Y, Z) = 3·Σu/(4(1 − d)) are right where kr is small. Above, each has a response of its own, and orders that a
/// first-order field does not have leak in: two into X, Y and Z, three into W. Filters that are the same for all directions
/// cannot remove those; what they can do is keep the power of each channel, over all directions, what it should be. Below the
/// frequency of aliasing that is the inverse of each order's own response; above, it stays bounded.
///
/// Capsules that look outwards hear their own side first and loudest: the responses, counted from when a wave front can first
/// arrive, are of minimum phase for directivities from 0.25 to 0.75 (their phase never winds around), and so filters of minimum
/// phase put right the phase between W and X, Y, Z as well, without latency.
///
/// Sources: M. A. Gerzon (1975), "The design of precisely coincident microphone arrays for stereo and surround sound", AES 50th
/// Convention; J.-M. Batke (2009), "The B-format microphone revised", Ambisonics Symposium; A. Heller, E. Benjamin (2012),
/// "Calibration of soundfield microphones using the diffuse-field response", AES 133rd Convention.
/// Any; some 100 operations a frequency.
public enum TetrahedralResponse {
  /// Metres per second, at 20 °C.
  public static var speedOfSound: Float { @_noLocks get { 343 } }

  /// Power of W, and of X, Y and Z together, in a field of plane waves of power 1 from everywhere, re that of coincident capsules.
  ///
  /// With x = kr·√(8/3), the distance of two capsules, A = d² + b²/3 the power of one capsule, b = 1 − d, and
  /// B = d²·j₀(x) + b²·(⅔·j₂(x) − ⅓·j₁(x)/x) what two of them have in common, they are (A + 3B)/(4d²) and 9(A − B)/(4b²).
  /// From the mean of s·sᵀ·e^(ix·s) over the sphere, which is 1·j₁(x)/x less the projection on x times j₂(x).
  @_noLocks public static func powers(
    of microphone: TetrahedralMicrophone, atHz hz: Float
  ) -> (pressure: Float, gradient: Float) {
    let d = microphone.directivity
    let (omni, eight) = (d * d, (1 - d) * (1 - d))
    let x = 2 * .pi * hz * microphone.radiusMetres / speedOfSound * 1.632_993_2
    let bessel = bessel(x)
    let own = omni + eight / 3
    let common = omni * bessel.zero + eight * (2 * bessel.two - bessel.oneOverX) / 3
    return ((own + 3 * common) / (4 * omni), 9 * (own - common) / (4 * eight))
  }

  /// Spherical Bessel functions j₀(x), j₁(x)/x and j₂(x) of x ≥ 0.
  @_noLocks static func bessel(_ x: Float) -> (zero: Float, oneOverX: Float, two: Float) {
    let square = x * x
    guard x > 0.5 else {
      // Their series to x⁶: within 1e-7.
      return (
        1 - square / 6 * (1 - square / 20 * (1 - square / 42)),
        (1 - square / 10 * (1 - square / 28 * (1 - square / 54))) / 3,
        square / 15 * (1 - square / 14 * (1 - square / 36))
      )
    }
    let (sine, cosine) = (nf_rt_sin(x), nf_rt_cos(x))
    let zero = sine / x
    let oneOverX = (zero - cosine) / square
    return (zero, oneOverX, 3 * oneOverX - zero)
  }
}
