import CPlatform
import Glibc
import Signal

/// How high a signal rises, between its samples too: what a converter puts out, which samples alone do not show.
///
/// Interpolated at least 8 times at rates below 88.2 kHz, where the highest tones of 20 kHz are read at most 0.2 dB too low; no
/// copy of the signal is made where it cannot come near a threshold. Source: ITU-R BS.1770-5 (2023), annex 2.
final class TruePeaks {
  /// Frames by which what is told lags behind what comes in.
  static let latencyFrames = taps / 2
  /// The most frames of one `process`.
  static let most = 1024

  private static let taps = 32
  /// The most by which a signal exceeds its samples and those halfway between them: 1/cos(π/4), and a little for what is near.
  private static let excessOfHalves: Float = 1.5
  /// Frames that share a look at whether they can come near the threshold.
  private static let group = 32

  private let places: Int
  /// For each place between two samples as many taps, for the samples around it.
  private let filters: FloatBuffer
  /// The most by which what is between can exceed the samples around it.
  private let excess: Float
  /// The last `taps` frames that were there, and those that come in.
  private let past: ChannelBuffer

  init(channels: Int, sampleRate: Int) {
    let factor = sampleRate < 88_200 ? 8 : sampleRate < 176_400 ? 4 : 2
    places = factor - 1
    filters = FloatBuffer(count: places * Self.taps)
    past = ChannelBuffer(channels: channels, capacity: Self.taps + Self.most)
    var excess: Float = 1
    for place in 0..<places {
      let filter = Self.filter(Double(place + 1) / Double(factor))
      excess = max(excess, filter.reduce(0) { $0 + $1.magnitude })
      for tap in 0..<Self.taps { filters[place * Self.taps + tap] = filter[tap] }
    }
    self.excess = excess
  }

  /// A sinc under a Kaiser window of 80 dB, `fraction` of a frame behind the middle; a constant stays one.
  private static func filter(_ fraction: Double) -> [Float] {
    let half = Double(taps / 2)
    let values = (0..<taps).map { tap in
      let time = Double(tap) - (half - 1) - fraction
      let angle = Double.pi * time
      let place = time / half
      return (angle == 0 ? 1 : sin(angle) / angle) * bessel(7.86 * max(0, 1 - place * place).squareRoot())
    }
    let sum = values.reduce(0, +)
    return values.map { Float($0 / sum) }
  }

  /// Modified Bessel function of order 0, as its series.
  private static func bessel(_ x: Double) -> Double {
    var (sum, term, order) = (1.0, 1.0, 1.0)
    while term > 1e-12 * sum {
      term *= (x / (2 * order)) * (x / (2 * order))
      sum += term
      order += 1
    }
    return sum
  }

  /// Of each frame the highest magnitude in any channel from it up to the next, `latencyFrames` later. What stays below
  /// `threshold` may be told too low. At most `most` frames.
  func process(
    _ audio: borrowing ChannelBuffer, from start: Int, frames: Int, above threshold: Float,
    into peaks: UnsafeMutablePointer<Float>
  ) {
    for frame in 0..<frames { peaks[frame] = 0 }
    for channel in 0..<past.channels {
      let signal = past[channel]
      nf_rt_copy(signal + Self.taps, audio[channel] + start, frames * MemoryLayout<Float>.stride)
      for first in stride(from: 0, to: frames, by: Self.group) {
        let count = min(Self.group, frames - first)
        measure(signal + first, frames: count, above: threshold, into: peaks + first)
      }
      memmove(signal, signal + frames, Self.taps * MemoryLayout<Float>.stride)
    }
  }

  /// `signal`: from the oldest sample around the first frame on.
  private func measure(
    _ signal: UnsafePointer<Float>, frames: Int, above threshold: Float, into peaks: UnsafeMutablePointer<Float>
  ) {
    var highest = Self.highest(signal, frames + Self.taps)
    // The frame itself stands in the middle of the taps, those between it and the next behind it.
    for frame in 0..<frames { peaks[frame] = max(peaks[frame], signal[frame + Self.taps / 2].magnitude) }
    guard highest * excess > threshold else { return }
    // Halfway first: where that stays low as well, nothing between comes near.
    let half = places / 2
    highest = max(highest, interpolate(signal, frames: frames, to: half, into: peaks))
    guard highest * Self.excessOfHalves > threshold else { return }
    for place in 0..<places where place != half {
      _ = interpolate(signal, frames: frames, to: place, into: peaks)
    }
  }

  /// The highest magnitude.
  static func highest(_ signal: UnsafePointer<Float>, _ count: Int) -> Float {
    var lanes = VectorMath.Lanes.zero
    var index = 0
    while index + 8 <= count {
      let values = VectorMath.load(signal + index)
      let magnitudes = values.replacing(with: 0 - values, where: values .< 0)
      lanes.replace(with: magnitudes, where: magnitudes .> lanes)
      index += 8
    }
    var highest = lanes.max()
    while index < count {
      highest = max(highest, signal[index].magnitude)
      index += 1
    }
    return highest
  }

  /// Returns the highest magnitude.
  private func interpolate(
    _ signal: UnsafePointer<Float>, frames: Int, to place: Int, into peaks: UnsafeMutablePointer<Float>
  ) -> Float {
    let filter = filters.pointer + place * Self.taps
    var highest: Float = 0
    for frame in 0..<frames {
      let value = VectorMath.dot(signal + frame + 1, filter, count: Self.taps).magnitude
      peaks[frame] = max(peaks[frame], value)
      highest = max(highest, value)
    }
    return highest
  }
}
