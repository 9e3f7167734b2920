import CPlatform
import Signal

/// Spectra of an array's responses to one direction after the other, with phases counted from when the wave passes the middle of the
/// microphones. Build.
struct ResponseTransform: ~Copyable {
  private let array: MeasuredArray
  private let fft: RealFFT
  private let spectra: Spectra
  private let frame: FloatBuffer
  private let passages: [Double]
  /// Where of every response the transform begins.
  private let first: Int
  private let lateness: FloatBuffer

  init(_ array: MeasuredArray, fftSize: Int) {
    let passages = array.passages
    self.array = array
    self.passages = passages
    fft = RealFFT(size: fftSize)
    spectra = Spectra(channels: array.microphones, bins: fftSize / 2 + 1)
    frame = FloatBuffer(count: fftSize)
    lateness = FloatBuffer(count: array.microphones)
    let middle = passages.reduce(0, +) / Double(max(1, passages.count))
    first = max(0, min(array.frames - fftSize, Int(max(0, min(middle, 1e6))) - fftSize / 8))
  }

  func take(_ direction: Int) {
    let frames = min(array.frames - first, fft.size)
    for microphone in 0..<array.microphones {
      let index = direction * array.microphones + microphone
      let start = index * array.frames + first
      for place in 0..<fft.size { frame[place] = place < frames ? array.samples[start + place] : 0 }
      fft.forward(frame.pointer, into: spectra, channel: microphone)
      lateness[microphone] = Float(Double(first) + Double(array.delays[index]) - passages[direction])
    }
  }

  /// Real and imaginary parts in turn.
  func read(_ bin: Int, into heard: inout [Double]) {
    let turn = -2 * Double.pi * Double(bin) / Double(fft.size)
    for microphone in 0..<array.microphones {
      let value = Complex(re: Double(spectra.real(microphone)[bin]), im: Double(spectra.imaginary(microphone)[bin]))
      let turned = value * Complex(phase: turn * Double(lateness[microphone]))
      heard[2 * microphone] = turned.re
      heard[2 * microphone + 1] = turned.im
    }
  }
}
