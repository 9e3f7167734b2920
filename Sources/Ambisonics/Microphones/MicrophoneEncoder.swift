import CPlatform
import Signal

/// Makes a first-order field (ACN, SN3D) of the four channels of a microphone: capsules or any kind of B-format. No latency.
///
/// A matrix that moves along straight lines, then filters. New filters are designed where they are begun, on the audio thread
/// (some 10 µs at 48 kHz), and cross-faded in; what is asked for meanwhile is taken up when that has ended. No frame depends on how
/// blocks are cut. Build: `init`. Audio: the rest; about 140 multiply-adds per frame at 48 kHz.
public struct MicrophoneEncoder: ~Copyable {
  /// Filters of this many frames, per 48 kHz of the sample rate: within 0.1 dB of what is wanted for radii up to 3 cm.
  private static var tapsPer48kHz: Int { 32 }

  private let sampleRate: Float
  private let rampFrames: Int
  private let matrix: FieldEncoder
  private let design: ShortMinimumPhase
  private let powers: ChannelBuffer
  /// Frames before the present ones, then these.
  private let field: ChannelBuffer
  private let past: Int
  private let mixed: ChannelBuffer
  private let faded: ChannelBuffer
  private var playing: MicrophoneFilter
  private var entering: MicrophoneFilter
  /// Frames until `entering` has taken the place of `playing`; 0 where nothing changes.
  private var fadeLeft = 0
  private var wanted = MicrophoneFilter.Setting(MicrophoneSetting())
  private var isFresh = true

  /// `capacity`: the most frames of one `process`. `rampFrames`: from one setting to the next.
  public init(sampleRate: Double, rampFrames: Int, capacity: Int) {
    let taps = Self.tapsPer48kHz * max(1, Int((sampleRate / 48_000).rounded(.up)))
    let points = 2 * taps
    self.sampleRate = Float(sampleRate)
    self.rampFrames = max(1, rampFrames)
    past = (taps + 15) / 16 * 16
    matrix = FieldEncoder(sources: 4, rampFrames: rampFrames)
    design = ShortMinimumPhase(taps: taps, points: points)
    powers = ChannelBuffer(channels: 2, capacity: points + 1)
    field = ChannelBuffer(channels: 4, capacity: past + capacity + 8)
    mixed = ChannelBuffer(channels: 4, capacity: capacity)
    faded = ChannelBuffer(channels: 4, capacity: capacity + 8)
    playing = MicrophoneFilter(taps: taps)
    entering = MicrophoneFilter(taps: taps)
  }

  /// The first setting after it is taken at once.
  @_noLocks public mutating func reset() {
    matrix.reset()
    field.clear()
    playing.clear()
    isFresh = true
    fadeLeft = 0
  }

  @_noLocks public mutating func move(to setting: MicrophoneSetting) {
    for channel in 0..<4 { matrix.move(channel, to: setting.gains(of: channel)) }
    wanted = MicrophoneFilter.Setting(setting)
    if isFresh {
      isFresh = false
      playing.begin(wanted, design, powers: powers, sampleRate: sampleRate)
    }
  }

  /// 4 channels → 4 channels. Input must be finite; `output` is another buffer, with room for 8 frames more.
  @_noLocks
  public mutating func process(_ input: borrowing ChannelBuffer, into output: borrowing ChannelBuffer, frames: Int) {
    takeIn(input, frames: frames)
    var done = 0
    while done < frames {
      if fadeLeft == 0 && wanted != playing.setting {
        entering.begin(wanted, design, powers: powers, sampleRate: sampleRate)
        fadeLeft = rampFrames
      }
      // A fade ends where it ends: what is wanted by then begins there.
      let count = fadeLeft > 0 ? min(frames - done, fadeLeft) : frames - done
      playing.process(field, from: past + done, into: output, at: done, frames: count)
      if fadeLeft > 0 { fade(into: output, from: done, frames: count) }
      done += count
    }
    for channel in 0..<4 {
      nf_rt_copy(field[channel], field[channel] + frames, past * MemoryLayout<Float>.stride)
    }
  }

  /// The matrix, into `field` behind what is past.
  @_noLocks private func takeIn(_ input: borrowing ChannelBuffer, frames: Int) {
    matrix.process(input, into: mixed, frames: frames)
    for channel in 0..<4 { nf_rt_copy(field[channel] + past, mixed[channel], frames * MemoryLayout<Float>.stride) }
  }

  /// From `playing`, which is in `output`, to `entering`.
  @_noLocks
  private mutating func fade(into output: borrowing ChannelBuffer, from start: Int, frames: Int) {
    entering.process(field, from: past + start, into: faded, at: 0, frames: frames)
    let moved = rampFrames - fadeLeft
    for channel in 0..<4 {
      let (new, old) = (faded[channel], output[channel] + start)
      for frame in 0..<frames {
        let share = Float(moved + frame + 1) / Float(rampFrames)
        old[frame] += share * (new[frame] - old[frame])
      }
    }
    fadeLeft -= frames
    if fadeLeft == 0 { swap(&playing, &entering) }
  }
}
