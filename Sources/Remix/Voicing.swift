import CPlatform
import Signal

/// How periodic the sound is between 200 and 2500 Hz at the pitches of voices: 0…1.
///
/// The highest normalised autocorrelation at lags of 70 to 400 Hz, from the spectrum with its powers compressed (square
/// root) so that one strong formant or tone does not look like a pitch. After T. Tolonen & M. Karjalainen (2000), "A
/// computationally efficient multipitch analysis model", IEEE Trans. Speech Audio Process. 8(6). Cost: one inverse FFT per hop.
struct Voicing: ~Copyable {
  /// Periodicity of this hop.
  private(set) var strength: Float = 0
  private let fft: RealFFT
  private let spectrum: Spectra
  private let correlation: FloatBuffer
  /// Autocorrelation of the analysis window, by which a shorter overlap at long lags is made up for.
  private let windowCorrelation: FloatBuffer
  private let bins: Range<Int>
  private let lags: Range<Int>

  /// Build.
  init(grid: SeparationGrid) {
    let size = grid.frameSize
    fft = RealFFT(size: size)
    spectrum = Spectra(channels: 1, bins: grid.bins)
    correlation = FloatBuffer(count: size)
    bins = grid.bin(hz: 200)..<grid.bin(hz: 2500)
    lags = Int(grid.sampleRate / 400)..<min(Int(grid.sampleRate / 70), size / 2 + size / 8)
    windowCorrelation = FloatBuffer(count: lags.upperBound)
    for lag in 0..<lags.upperBound { windowCorrelation[lag] = Self.windowCorrelation(lag: lag, size: size) }
  }

  /// Audio.
  @_noLocks mutating func reset() { strength = 0 }

  /// Audio. `power`: |W|² per bin of this hop.
  @_noLocks mutating func update(_ power: borrowing FloatBuffer) {
    let real = spectrum.real(0)
    for bin in bins { real[bin] = nf_rt_sqrt(power[bin]) }
    fft.inverse(spectrum, channel: 0, into: correlation.pointer)
    guard correlation[0] > 0 else {
      strength = 0
      return
    }
    var highest: Float = 0
    for lag in lags where correlation[lag] > highest * windowCorrelation[lag] {
      highest = correlation[lag] / windowCorrelation[lag]
    }
    strength = min(highest / correlation[0], 1)
  }

  /// Overlap of the sine window with itself, `lag` frames apart, re lag 0; not below 0.3, so that noise is not blown up.
  private static func windowCorrelation(lag: Int, size: Int) -> Float {
    let shift = Double(lag) / Double(size)
    return max(Float((1 - shift) * nf_cos(.pi * shift) + nf_sin(.pi * shift) / .pi), 0.3)
  }
}
