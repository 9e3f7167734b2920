import CPlatform
import Signal

/// Widens stereo for loudspeakers that stand close together, as in a laptop: what one ear should not hear of the other
/// side's loudspeaker is cancelled, and that again, and so on.
///
/// Of the recursive crosstalk cancellation only the difference of the channels is treated: S' = S + g·z⁻ᵈ·B(S'), B a band
/// from 250 Hz to 5 kHz. The sum, and with it a voice in the middle, passes untouched; so does the low end, which small
/// loudspeakers cannot carry at opposite phase. Bounded: no frequency is raised by more than 1/(1 − g) = 6 dB. No latency.
/// Source: R. Glasgal (2007), "360° localization via 4.x RACE processing", AES convention paper 7275. Audio but for `init`.
public struct NarrowSpeakers: ~Copyable {
  static let gain: Float = 0.5
  /// Difference of the paths to the two ears from loudspeakers at about ±10°.
  private static let crossingSeconds = 0.000_07

  private let crossingFrames: Int
  private let crossing: FloatBuffer
  private var place = 0
  private var low: Biquad
  private var high: Biquad
  private let scratch: FloatBuffer

  public init(sampleRate: Double) {
    crossingFrames = max(1, Int((NarrowSpeakers.crossingSeconds * sampleRate).rounded()))
    crossing = FloatBuffer(count: crossingFrames)
    low = Biquad(.highPass(cutoffHz: 250, q: 0.5, sampleRate: sampleRate))
    high = Biquad(.lowPass(cutoffHz: 5_000, q: 0.5, sampleRate: sampleRate))
    scratch = FloatBuffer(count: crossingFrames)
  }

  @_noLocks public mutating func reset() {
    crossing.clear()
    place = 0
    low.reset()
    high.reset()
  }

  /// Audio. Left and right, in place.
  @_noLocks public mutating func process(_ stereo: borrowing ChannelBuffer, frames: Int) {
    let (l, r) = (stereo[0], stereo[1])
    var done = 0
    while done < frames {
      // What comes back is known for as long as the crossing takes: the filters may run ahead by that.
      let count = min(frames - done, crossingFrames - place)
      for frame in 0..<count {
        let side = 0.5 * (l[done + frame] - r[done + frame]) + crossing[place + frame]
        let middle = 0.5 * (l[done + frame] + r[done + frame])
        l[done + frame] = middle + side
        r[done + frame] = middle - side
        scratch[frame] = NarrowSpeakers.gain * side
      }
      low.process(scratch.pointer, count: count)
      high.process(scratch.pointer, count: count)
      nf_rt_copy(crossing.pointer + place, scratch.pointer, count * MemoryLayout<Float>.stride)
      place = place + count == crossingFrames ? 0 : place + count
      done += count
    }
  }
}
