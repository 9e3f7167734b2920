import CPlatform
import Signal

/// Filters that make a first-order field (ACN, SN3D) of the channels of any small array: linear phase, for files.
///
/// Build: all of it. Some 0.1 s for four microphones at 48 kHz.
public struct ArrayEncoder: ~Copyable {
  public let microphones: Int
  public let taps: Int
  public let accuracy: ArrayAccuracy
  private let filters: FloatBuffer

  /// By which the field comes late.
  public var latencyFrames: Int { taps / 2 }

  public static var usualNoiseGainDecibels: Double { 20 }

  /// `noiseGainDecibels`: about the most by which a channel's noise may exceed that of a microphone; more of it reaches lower
  /// frequencies.
  public init(
    _ array: MicrophoneArray, sampleRate: Double, noiseGainDecibels: Double = Self.usualNoiseGainDecibels
  ) {
    let hzPerBin = sampleRate / Double(2 * Self.taps(sampleRate))
    let design = ArrayEncoderDesign(array, noiseGainDecibels: noiseGainDecibels)
    self.init(design, microphones: array.microphones.count, sampleRate: sampleRate) { bin in
      array.moments(atHz: hzPerBin * Double(bin))
    }
  }

  /// At the sample rate of the measurements.
  public init(_ array: MeasuredArray, noiseGainDecibels: Double = Self.usualNoiseGainDecibels) {
    let moments = MeasuredMoments(array, fftSize: 2 * Self.taps(array.sampleRate))
    let design = ArrayEncoderDesign(level: 1, substitute: moments.substitute, noiseGainDecibels: noiseGainDecibels)
    self.init(design, microphones: array.microphones, sampleRate: array.sampleRate) { bin in moments.moments(bin) }
  }

  private static func taps(_ sampleRate: Double) -> Int { 1024 * max(1, Int((sampleRate / 48_000).rounded(.up))) }

  private init(
    _ design: ArrayEncoderDesign, microphones count: Int, sampleRate: Double, _ moments: (Int) -> ArrayMoments
  ) {
    let taps = Self.taps(sampleRate)
    let filters = FloatBuffer(count: 4 * count * taps)
    // Twice as long as the filters, so that what is cut off is not folded in.
    let fft = RealFFT(size: 2 * taps)
    let spectra = Spectra(channels: 4 * count, bins: fft.bins)
    for bin in 0..<fft.bins {
      for (channel, row) in design.gains(moments(bin)).enumerated() {
        for (microphone, gain) in row.enumerated() {
          let turned = gain * Self.delay(bin)
          spectra.real(channel * count + microphone)[bin] = Float(turned.re)
          spectra.imaginary(channel * count + microphone)[bin] = bin == fft.bins - 1 ? 0 : Float(turned.im)
        }
      }
    }
    let response = FloatBuffer(count: fft.size)
    for index in 0..<4 * count {
      fft.inverse(spectra, channel: index, into: response.pointer)
      let filter = filters.pointer + index * taps
      for tap in 0..<taps {
        filter[tap] = response[tap] * Self.window(tap, taps)
        response[tap] = filter[tap]
      }
      for tap in taps..<fft.size { response[tap] = 0 }
      // What the filters came out as.
      fft.forward(response.pointer, into: spectra, channel: index)
    }
    self.microphones = count
    self.taps = taps
    self.filters = filters
    accuracy = Self.accuracy(spectra, microphones: count, hzPerBin: sampleRate / Double(fft.size), moments)
  }

  /// `taps` frames, from a microphone to W, Y, Z or X.
  public func response(of microphone: Int, in channel: Int) -> UnsafePointer<Float> {
    precondition(microphone >= 0 && microphone < microphones && channel >= 0 && channel < 4)
    return UnsafePointer(filters.pointer + (channel * microphones + microphone) * taps)
  }

  private static func accuracy(
    _ spectra: borrowing Spectra, microphones count: Int, hzPerBin: Double, _ moments: (Int) -> ArrayMoments
  ) -> ArrayAccuracy {
    var bins = [[ArrayAccuracy.Bin]](repeating: [], count: 4)
    for bin in 1..<spectra.bins {
      let moments = moments(bin)
      for channel in 0..<4 {
        let gains = (0..<count).map { microphone in
          let index = channel * count + microphone
          return Complex(re: Double(spectra.real(index)[bin]), im: Double(spectra.imaginary(index)[bin]))
            * delay(bin).conjugate
        }
        let power = moments.power(gains) / max(moments.wanted[channel], 1e-12)
        bins[channel].append(.init(own: moments.share(of: channel, in: gains).re, power: power))
      }
    }
    return ArrayAccuracy(bins, hzPerBin: hzPerBin)
  }

  /// By half the taps, a quarter of the transform.
  private static func delay(_ bin: Int) -> Complex { Complex(phase: -Double.pi * Double(bin % 4) / 2) }

  /// 1, and down to 0 over the first and the last quarter.
  private static func window(_ tap: Int, _ taps: Int) -> Float {
    let edge = taps / 4
    let place = min(tap, taps - tap)
    guard place < edge else { return 1 }
    let half = nf_sin(0.5 * Double.pi * Double(place) / Double(edge))
    return Float(half * half)
  }
}
