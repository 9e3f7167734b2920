import CEBUR128
import CPlatform
import Signal

/// Integrated loudness and loudness range (EBU R 128) of as many channels as there are, in constant memory.
final class ChannelLoudness {
  private var state: UnsafeMutablePointer<ebur128_state>?
  private let channels: Int
  private let copy: ChannelBuffer
  private let interleaved: UnsafeMutablePointer<Float>
  private static let most = 4096

  /// Nil where libebur128 cannot measure so many channels or such a rate.
  init?(channels: Int, sampleRate: Int, findsRange: Bool = true) {
    guard let made = nf_ebur128_make_constant(UInt32(channels), UInt(sampleRate), findsRange ? 1 : 0) else {
      return nil
    }
    state = made
    self.channels = channels
    copy = ChannelBuffer(channels: channels, capacity: Self.most)
    interleaved = .allocate(capacity: channels * Self.most)
  }

  deinit {
    ebur128_destroy(&state)
    interleaved.deallocate()
  }

  /// Channels from `first` on; samples that are no numbers count as silence.
  func add(_ audio: borrowing ChannelBuffer, channel first: Int = 0, from start: Int = 0, frames: Int) {
    var done = 0
    while done < frames {
      let count = min(Self.most, frames - done)
      for channel in 0..<channels {
        let source = audio[first + channel] + start + done
        nf_rt_copy(copy[channel], source, count * MemoryLayout<Float>.stride)
        VectorMath.replaceNonFinite(copy[channel], count: count)
      }
      copy.interleave(channel: 0, count: channels, from: 0, frames: count, into: interleaved)
      _ = ebur128_add_frames_float(state, interleaved, count)
      done += count
    }
  }

  /// LUFS; nil for silence and for less than 0.4 s.
  var integrated: Double? {
    let value = nf_ebur128_integrated(state)
    return value.isFinite ? value : nil
  }

  /// In LU, where it is looked for.
  var range: Double { nf_ebur128_range(state) }

  /// Of the last 0.4 s, in LUFS; −infinity for silence.
  var momentary: Double { nf_ebur128_momentary(state) }
}
