import CPlatform
import Signal

/// Filters that make a first-order field (ACN, SN3D) of the channels of any small array: linear phase, for files.
///
/// Build: all of it. Some 0.1 s for four microphones at 48 kHz.
public struct ArrayEncoder: ~Copyable {
  public let microphones: Int
  public let taps: Int
  private let filters: FloatBuffer

  /// By which the field comes late.
  public var latencyFrames: Int { taps / 2 }

  /// `noiseGainDecibels`: about the most by which a channel's noise may exceed that of a microphone; more of it reaches lower
  /// frequencies.
  public init(_ array: MicrophoneArray, sampleRate: Double, noiseGainDecibels: Double = 20) {
    let count = array.microphones.count
    let taps = 1024 * max(1, Int((sampleRate / 48_000).rounded(.up)))
    let filters = FloatBuffer(count: 4 * count * taps)
    let design = ArrayEncoderDesign(array, noiseGainDecibels: noiseGainDecibels)
    // Twice as long as the filters, so that what is cut off is not folded in.
    let fft = RealFFT(size: 2 * taps)
    let spectra = Spectra(channels: 4 * count, bins: fft.bins)
    for bin in 0..<fft.bins {
      let hz = sampleRate * Double(bin) / Double(fft.size)
      for (channel, row) in design.gains(atHz: hz).enumerated() {
        for (microphone, gain) in row.enumerated() {
          // Late by half the taps.
          let turned = gain * Complex(phase: -Double.pi * Double(bin % 4) / 2)
          spectra.real(channel * count + microphone)[bin] = Float(turned.re)
          spectra.imaginary(channel * count + microphone)[bin] = bin == fft.bins - 1 ? 0 : Float(turned.im)
        }
      }
    }
    let response = FloatBuffer(count: fft.size)
    for index in 0..<4 * count {
      fft.inverse(spectra, channel: index, into: response.pointer)
      let filter = filters.pointer + index * taps
      for tap in 0..<taps { filter[tap] = response[tap] * Self.window(tap, taps) }
    }
    self.microphones = count
    self.taps = taps
    self.filters = filters
  }

  /// `taps` frames, from a microphone to W, Y, Z or X.
  public func response(of microphone: Int, in channel: Int) -> UnsafePointer<Float> {
    precondition(microphone >= 0 && microphone < microphones && channel >= 0 && channel < 4)
    return UnsafePointer(filters.pointer + (channel * microphones + microphone) * taps)
  }

  /// 1, and down to 0 over the first and the last quarter.
  private static func window(_ tap: Int, _ taps: Int) -> Float {
    let edge = taps / 4
    let place = min(tap, taps - tap)
    guard place < edge else { return 1 }
    let half = nf_sin(0.5 * Double.pi * Double(place) / Double(edge))
    return Float(half * half)
  }
}
