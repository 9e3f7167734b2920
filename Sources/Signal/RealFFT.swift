import CFFTW

/// The discrete Fourier transform of real frames, by FFTW.
///
/// Forward is unscaled (`X[k] = Σ x[n] e^(−2πikn/size)`), inverse is scaled by 1/`size`, so that one after the other gives
/// the input. Build: `init`, `deinit` (they take the planner's lock). Audio: the transforms; about 1.2 µs each at 1024.
public struct RealFFT: ~Copyable {
  public let size: Int
  public var bins: Int { size / 2 + 1 }
  private let forwardPlan: fftwf_plan
  private let inversePlan: fftwf_plan
  private let time: FloatBuffer
  /// Real and imaginary parts in turn, as FFTW has them.
  private let interleaved: FloatBuffer

  /// `size`: even, at least 16.
  public init(size: Int) {
    precondition(size >= 16 && size % 2 == 0, "an even FFT size of at least 16")
    self.size = size
    time = FloatBuffer(count: size)
    interleaved = FloatBuffer(count: 2 * Spectra.lanes(for: size / 2 + 1))
    forwardPlan = nf_plan_real_fft(Int32(size), 0, time.pointer, interleaved.pointer)
    inversePlan = nf_plan_real_fft(Int32(size), 1, time.pointer, interleaved.pointer)
  }

  deinit {
    nf_destroy_plan(forwardPlan)
    nf_destroy_plan(inversePlan)
  }

  /// Audio. Transforms `size` frames (64-byte aligned, left as they are) into one channel of `spectra`.
  @_noLocks
  public func forward(_ frames: UnsafeMutablePointer<Float>, into spectra: borrowing Spectra, channel: Int) {
    nf_rt_fft_forward(forwardPlan, frames, interleaved.pointer)
    let (re, im) = (spectra.real(channel), spectra.imaginary(channel))
    var bin = 0
    while bin < spectra.lanes {
      let (real, imaginary) = VectorMath.loadInterleaved(interleaved.pointer + 2 * bin)
      VectorMath.store(real, re + bin)
      VectorMath.store(imaginary, im + bin)
      bin += 8
    }
  }

  /// Audio. Transforms one channel of `spectra` back into `size` frames (64-byte aligned).
  @_noLocks
  public func inverse(_ spectra: borrowing Spectra, channel: Int, into frames: UnsafeMutablePointer<Float>) {
    let (re, im) = (spectra.real(channel), spectra.imaginary(channel))
    let scale = VectorMath.Lanes(repeating: 1 / Float(size))
    var bin = 0
    while bin < spectra.lanes {
      let (real, imaginary) = (VectorMath.load(re + bin) * scale, VectorMath.load(im + bin) * scale)
      VectorMath.storeInterleaved(real, imaginary, interleaved.pointer + 2 * bin)
      bin += 8
    }
    nf_rt_fft_inverse(inversePlan, interleaved.pointer, frames)
  }
}
