import Foundation
import PluginModel

/// Sounds that are the same at every call: noise, something like speech, and both as a first-order field.
public enum TestSignal {
  /// White, uniform, −1…1.
  public static func noise(frames: Int, seed: UInt32 = 1) -> [Float] {
    var state = seed &* 2_654_435_761 | 1
    return (0..<frames).map { _ in
      state ^= state << 13
      state ^= state >> 17
      state ^= state << 5
      return Float(Int32(bitPattern: state)) / 2_147_483_648
    }
  }

  /// Falls by about 3 dB per octave. Source of the filter: P. Kellet (1999), "economy" form.
  public static func pink(frames: Int, seed: UInt32 = 1) -> [Float] {
    var (low, middle, high): (Float, Float, Float) = (0, 0, 0)
    return noise(frames: frames, seed: seed).map { white in
      low = 0.99765 * low + white * 0.0990460
      middle = 0.96300 * middle + white * 0.2965164
      high = 0.57000 * high + white * 1.0526913
      return 0.1 * (low + middle + high + white * 0.1848)
    }
  }

  /// Twenty harmonics of a gliding voice pitch under two formants, four syllables a second with pauses between.
  public static func speech(frames: Int, sampleRate: Double) -> [Float] {
    var phase = 0.0
    return (0..<frames).map { frame in
      let seconds = Double(frame) / sampleRate
      let pitch = 125 + 15 * sin(2 * .pi * 0.7 * seconds)
      phase += 2 * .pi * pitch / sampleRate
      let syllable = max(0, sin(2 * .pi * 4 * seconds))
      guard syllable > 0 else { return 0 }
      // Σ of sines at multiples of one phase by the recurrence of Chebyshev.
      let twoCos = 2 * cos(phase)
      var (before, now, sum) = (0.0, sin(phase), 0.0)
      for harmonic in 1...20 {
        let hz = Double(harmonic) * pitch
        if hz < 0.45 * sampleRate {
          sum += now * (1 / (1 + pow((hz - 500) / 200, 2)) + 0.5 / (1 + pow((hz - 1500) / 300, 2)))
        }
        (before, now) = (now, twoCos * now - before)
      }
      return Float(0.3 * syllable * sum)
    }
  }

  /// 4 channels (ACN, SN3D): the voice at 30° left and 10° up, in diffuse noise 15 to 20 dB below.
  public static func field(frames: Int, sampleRate: Double) -> [[Float]] {
    let voice = speech(frames: frames, sampleRate: sampleRate)
    let gains: [Float] = [1, 0.4924, 0.1736, 0.8529]
    return (0..<4).map { channel in
      let noise = pink(frames: frames, seed: UInt32(channel + 1))
      let level: Float = channel == 0 ? 0.1 : 0.0577
      return (0..<frames).map { gains[channel] * voice[$0] + level * noise[$0] }
    }
  }

  /// A signal for every audio input of a plugin: the field for W Y Z X, the voice for the rest, in noise of their own where they
  /// are the channels of loudspeakers or of a microphone.
  public static func inputs(for spec: PluginSpec, frames: Int, sampleRate: Double) -> [[Float]] {
    let field = field(frames: frames, sampleRate: sampleRate)
    let voice = speech(frames: frames, sampleRate: sampleRate)
    return spec.audioInputs.map { index in
      let channel = ["in_w", "in_y", "in_z", "in_x"].firstIndex(of: "\(spec.ports[index].symbol)")
      guard channel == nil, spec.ports[index].group?.hasUnlikeChannels == true else {
        return channel.map { field[$0] } ?? voice
      }
      return zip(voice, pink(frames: frames, seed: UInt32(index + 1))).map { 0.3 * $0 + 0.1 * $1 }
    }
  }
}

extension PortGroup {
  fileprivate var hasUnlikeChannels: Bool {
    self == .stereoInput || self == .fivePointOneInput || self == .speakerInput || self == .microphoneInput
  }
}
