import CPlatform
import Signal

/// The phase that a minimum-phase system of a given magnitude has. Build; two transforms a call.
///
/// Source: A. V. Oppenheim, R. W. Schafer (1975), "Digital signal processing", chapter 10 (folding of the cepstrum).
struct MinimumPhase: ~Copyable {
  let fft: RealFFT
  private let cepstrum: FloatBuffer
  private let spectrum: Spectra

  /// `transformSize`: even.
  init(transformSize: Int) {
    fft = RealFFT(size: transformSize)
    cepstrum = FloatBuffer(count: transformSize)
    spectrum = Spectra(channels: 1, bins: fft.bins)
  }

  /// Replaces powers (|H|²) of all bins by the phases in radians. Notches and band limits below `floor` times the
  /// largest power are filled up: their logarithms would ring.
  func phases(ofPowers values: borrowing FloatBuffer, floor: Float = 1e-8) {
    analyse(values, floor: floor)
    for bin in 0..<fft.bins { values[bin] = spectrum.imaginary(0)[bin] }
  }

  /// The response itself, from powers of all bins, into the first frames of `response` (`transformSize` long).
  func response(ofPowers values: borrowing FloatBuffer, floor: Float = 1e-8, into response: borrowing FloatBuffer) {
    analyse(values, floor: floor)
    let (re, im) = (spectrum.real(0), spectrum.imaginary(0))
    for bin in 0..<fft.bins {
      let magnitude = nf_rt_exp(re[bin])
      let phase = im[bin]
      re[bin] = magnitude * nf_rt_cos(phase)
      im[bin] = magnitude * nf_rt_sin(phase)
    }
    fft.inverse(spectrum, channel: 0, into: response.pointer)
  }

  /// Leaves log magnitude and phase in `spectrum`.
  private func analyse(_ powers: borrowing FloatBuffer, floor: Float) {
    var largest: Float = 1e-30
    for bin in 0..<fft.bins { largest = max(largest, powers[bin]) }
    spectrum.clear()
    for bin in 0..<fft.bins { spectrum.real(0)[bin] = 0.5 * nf_rt_log(max(powers[bin], floor * largest)) }
    fft.inverse(spectrum, channel: 0, into: cepstrum.pointer)
    let half = fft.size / 2
    for frame in 1..<half { cepstrum[frame] *= 2 }
    for frame in (half + 1)..<fft.size { cepstrum[frame] = 0 }
    fft.forward(cepstrum.pointer, into: spectrum, channel: 0)
  }
}
