import CPlatform
import Glibc
import Signal

/// Brings sound to a level and holds its true peaks below a ceiling: all channels by the same gain, so that nothing moves. What
/// needs no holding passes to the bit. No delay: as many frames go out as come in.
final class LimiterStage: SoundStage {
  private let next: any SoundStage
  private let gain: Float
  /// As an amplitude.
  private let ceiling: Float
  private let peaks: TruePeaks
  private var limiter: LimiterGain
  private let latencyFrames: Int
  /// What was brought to the level and is still to be held, and behind it what comes in.
  private let past: ChannelBuffer
  private let found = FloatBuffer(count: TruePeaks.most)
  private let gains = FloatBuffer(count: TruePeaks.most)
  private var lastPeak: Float = 0
  private var position = 0
  /// The least gain of all, on top of the level's.
  private(set) var leastGain: Float = 1

  /// Time in which the gain falls before a peak, and time constant with which it rises again, in seconds.
  private static let (attack, release) = (0.005, 0.15)
  /// What interpolation reads too low, and what a changing gain adds between samples: 0.1 dB.
  private static let margin: Float = 0.9886

  /// In dB; the ceiling in dBTP.
  init(channels: Int, sampleRate: Int, gain: Double, ceiling: Double, next: any SoundStage) {
    self.next = next
    self.gain = Float(Decibels.amplitude(gain))
    self.ceiling = Float(Decibels.amplitude(ceiling)) * Self.margin
    peaks = TruePeaks(channels: channels, sampleRate: sampleRate)
    let window = max(2, Int(Self.attack * Double(sampleRate)))
    limiter = LimiterGain(window: window, releaseFrames: Self.release * Double(sampleRate))
    latencyFrames = TruePeaks.latencyFrames + window - 1
    past = ChannelBuffer(channels: channels, capacity: latencyFrames + TruePeaks.most)
  }

  func take(_ audio: borrowing ChannelBuffer, from start: Int, frames: Int) throws {
    var done = 0
    while done < frames {
      let count = min(TruePeaks.most, frames - done)
      for channel in 0..<past.channels {
        let (source, target) = (audio[channel] + start + done, past[channel] + latencyFrames)
        for frame in 0..<count { target[frame] = gain * source[frame] }
      }
      try hold(frames: count)
      done += count
    }
  }

  func finish() throws {
    var left = position > 0 ? latencyFrames : 0
    while left > 0 {
      let count = min(left, TruePeaks.most)
      for channel in 0..<past.channels {
        nf_rt_clear(past[channel] + latencyFrames, count * MemoryLayout<Float>.stride)
      }
      try hold(frames: count)
      left -= count
    }
    try next.finish()
  }

  /// What stands behind the past.
  private func hold(frames: Int) throws {
    peaks.process(past, from: latencyFrames, frames: frames, above: ceiling, into: found.pointer)
    if !limiter.isResting || TruePeaks.highest(found.pointer, frames) > ceiling { holdDown(frames: frames) }
    lastPeak = found[frames - 1]
    let early = min(frames, max(0, latencyFrames - position))
    if early < frames { try next.take(past, from: early, frames: frames - early) }
    position += frames
    for channel in 0..<past.channels {
      memmove(past[channel], past[channel] + frames, latencyFrames * MemoryLayout<Float>.stride)
    }
  }

  /// By the peaks that were found.
  private func holdDown(frames: Int) {
    var before = lastPeak
    for frame in 0..<frames {
      // Between the frame before and this one, too.
      let peak = max(before, found[frame])
      before = found[frame]
      gains[frame] = limiter.next(peak > ceiling ? ceiling / peak : 1)
      leastGain = min(leastGain, gains[frame])
    }
    for channel in 0..<past.channels {
      VectorMath.multiply(past[channel], gains.pointer, into: past[channel], count: frames)
    }
  }
}
