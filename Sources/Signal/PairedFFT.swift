import CFFTW

/// The discrete Fourier transforms of two real signals at once, by FFTW, as those of one complex signal z = a + ib.
///
/// A[k] = (Z[k] + Z*[size − k])/2, B[k] = (Z[k] − Z*[size − k])/2i. Rounding in one of the two, 1e-7 of its largest bin, is also
/// in the other. Forward is unscaled; so is inverse: the one after the other gives `size` times the input.
/// Source: W. Press et al. (1992), "Numerical Recipes in C", 2nd ed., section 12.3.
/// Build: `init`, `deinit` (they take the planner's lock). Audio: the transforms; about 1 µs each at 1024.
public struct PairedFFT: ~Copyable {
  public let size: Int
  /// a₀ b₀ a₁ b₁ …: what `forward` takes and `inverse` gives.
  public let frames: FloatBuffer
  private let forwardPlan: fftwf_plan
  private let inversePlan: fftwf_plan
  /// Z, real and imaginary parts in turn, and Z[size] = Z[0] behind the last.
  private let bins: FloatBuffer

  /// `size`: a multiple of 16.
  public init(size: Int) {
    precondition(size >= 16 && size % 16 == 0, "an FFT size that is a multiple of 16")
    self.size = size
    frames = FloatBuffer(count: 2 * size)
    bins = FloatBuffer(count: 2 * size + 2)
    forwardPlan = nf_plan_complex_fft(Int32(size), 0, frames.pointer, bins.pointer)
    inversePlan = nf_plan_complex_fft(Int32(size), 1, bins.pointer, frames.pointer)
  }

  deinit {
    nf_destroy_plan(forwardPlan)
    nf_destroy_plan(inversePlan)
  }

  /// Audio. A becomes channel `a` of `spectra`, B channel `b`, where there is one.
  @_noLocks public func forward(into spectra: borrowing Spectra, _ a: Int, _ b: Int?) {
    nf_rt_fft_complex(forwardPlan, frames.pointer, bins.pointer)
    (bins[2 * size], bins[2 * size + 1]) = (bins[0], bins[1])
    let half = size / 2
    let (aRe, aIm) = (spectra.real(a), spectra.imaginary(a))
    var bin = 0
    while bin < half {
      let (z, mirror) = (load(bin), loadMirrored(bin))
      VectorMath.store(0.5 * (z.re + mirror.re), aRe + bin)
      VectorMath.store(0.5 * (z.im - mirror.im), aIm + bin)
      if let b {
        VectorMath.store(0.5 * (z.im + mirror.im), spectra.real(b) + bin)
        VectorMath.store(0.5 * (mirror.re - z.re), spectra.imaginary(b) + bin)
      }
      bin += 8
    }
    (aRe[half], aIm[half]) = (bins[size], 0)
    if let b { (spectra.real(b)[half], spectra.imaginary(b)[half]) = (bins[size + 1], 0) }
  }

  /// Audio. The way back from channel `a` of `spectra` and from `b`; without it the second signal is silence. As with all real
  /// signals, bins 0 and size/2 have no imaginary parts: none are looked at.
  @_noLocks public func inverse(_ spectra: borrowing Spectra, _ a: Int, _ b: Int?) {
    let half = size / 2
    let (aRe, aIm) = (spectra.real(a), spectra.imaginary(a))
    var bin = 0
    while bin < half {
      let (re, im) = (VectorMath.load(aRe + bin), VectorMath.load(aIm + bin))
      var (bRe, bIm) = (VectorMath.Lanes.zero, VectorMath.Lanes.zero)
      if let b { (bRe, bIm) = (VectorMath.load(spectra.real(b) + bin), VectorMath.load(spectra.imaginary(b) + bin)) }
      VectorMath.storeInterleaved(re - bIm, im + bRe, bins.pointer + 2 * bin)
      VectorMath.storeInterleaved(
        Self.reversed(re + bIm), Self.reversed(bRe - im), bins.pointer + 2 * (size - bin - 7))
      bin += 8
    }
    (bins[0], bins[size]) = (aRe[0], aRe[half])
    (bins[1], bins[size + 1]) = (0, 0)
    if let b { (bins[1], bins[size + 1]) = (spectra.real(b)[0], spectra.real(b)[half]) }
    nf_rt_fft_complex(inversePlan, bins.pointer, frames.pointer)
  }

  /// Z of eight bins.
  @inline(__always) @_noLocks private func load(_ bin: Int) -> (re: VectorMath.Lanes, im: VectorMath.Lanes) {
    VectorMath.loadInterleaved(bins.pointer + 2 * bin)
  }

  /// Z of `size` less eight bins.
  @inline(__always) @_noLocks private func loadMirrored(_ bin: Int) -> (re: VectorMath.Lanes, im: VectorMath.Lanes) {
    let z = VectorMath.loadInterleaved(bins.pointer + 2 * (size - bin - 7))
    return (Self.reversed(z.0), Self.reversed(z.1))
  }

  @inline(__always) @_noLocks private static func reversed(_ v: VectorMath.Lanes) -> VectorMath.Lanes {
    VectorMath.Lanes(v[7], v[6], v[5], v[4], v[3], v[2], v[1], v[0])
  }
}
