import Foundation
import Signal

/// Repeatable signals with known properties.
enum TestSignals {
  /// White noise of unit variance; the same for the same seed.
  static func noise(frames: Int, seed: UInt64) -> [Float] {
    var generator = SplitMix(state: seed)
    return (0..<frames).map { _ in Float(generator.gaussian()) }
  }

  /// A voice-like signal: 2.5 syllables per second of harmonics of a gliding pitch under a formant-like slope, between
  /// silences. Peak about 1.
  static func voice(frames: Int, sampleRate: Double, pitchHz: Double = 130) -> [Float] {
    var phase = 0.0
    return (0..<frames).map { frame in
      let time = Double(frame) / sampleRate
      let pitch = pitchHz * (1 + 0.08 * sin(2 * .pi * 0.7 * time))
      phase += 2 * .pi * pitch / sampleRate
      let syllable = max(0, sin(2 * .pi * 2.5 * time))
      var sum = 0.0
      for harmonic in 1...20 { sum += sin(Double(harmonic) * phase) / (1 + 0.15 * Double(harmonic * harmonic)) }
      return Float(0.5 * syllable * sum)
    }
  }

  /// Phrases of 0.7 to 2.5 s of such a voice, of levels within 12 dB, with pauses of 0.3 to 2 s.
  static func talk(frames: Int, seed: UInt64, pitchHz: Double = 130) -> [Float] {
    var generator = SplitMix(state: seed)
    var talk = voice(frames: frames, sampleRate: 48_000, pitchHz: pitchHz)
    var start = Int(48_000 * (0.3 + 0.7 * generator.uniform()))
    for frame in 0..<min(start, frames) { talk[frame] = 0 }
    while start < frames {
      let pause = start + Int(48_000 * (0.7 + 1.8 * generator.uniform()))
      let next = pause + Int(48_000 * (0.3 + 1.7 * generator.uniform()))
      let gain = Float(pow(10, -0.6 * generator.uniform()))
      for frame in start..<min(next, frames) { talk[frame] *= frame < pause ? gain : 0 }
      start = next
    }
    return talk
  }

  /// Eight talkers all around.
  static func babble(frames: Int) -> [[Float]] {
    (0..<8).map { talker in
      planeWave(
        talk(frames: frames, seed: UInt64(20 + talker), pitchHz: 90 + 17 * Double(talker)),
        azimuthDegrees: 45 * Double(talker) + 20)
    }.reduce([[Float]](repeating: [Float](repeating: 0, count: frames), count: 4)) { sum($0, $1) }
  }

  /// A plane wave in FOA (W Y Z X, SN3D).
  static func planeWave(_ signal: [Float], azimuthDegrees: Double) -> [[Float]] {
    let azimuth = azimuthDegrees * .pi / 180
    return [1, sin(azimuth), 0, cos(azimuth)].map { gain in signal.map { Float(gain) * $0 } }
  }

  /// A diffuse field of unit pressure variance: independent noise in every channel, with a third of W's power in the others.
  static func diffuse(frames: Int, seed: UInt64) -> [[Float]] {
    (0..<4).map { channel in
      let gain: Float = channel == 0 ? 1 : 1 / Float(3).squareRoot()
      return noise(frames: frames, seed: seed &+ UInt64(channel) &* 7919).map { gain * $0 }
    }
  }

  /// A diffuse field that falls by about 3 dB per octave. Source of the filter: P. Kellet (1999), "economy" form.
  static func pinkField(frames: Int, seed: UInt64) -> [[Float]] {
    diffuse(frames: frames, seed: seed).map { channel in
      var (low, middle, high): (Float, Float, Float) = (0, 0, 0)
      return channel.map { white in
        low = 0.99765 * low + white * 0.0990460
        middle = 0.96300 * middle + white * 0.2965164
        high = 0.57000 * high + white * 1.0526913
        return 0.05 * (low + middle + high + white * 0.1848)
      }
    }
  }

  /// Wind: low noise of its own in each of four cardioid capsules on a tetrahedron, in gusts, encoded.
  static func capsuleNoise(frames: Int, seed: UInt64, sampleRate: Double = 48_000) -> [[Float]] {
    let pole = Float(exp(-2 * .pi * 120 / sampleRate))
    let capsules = (0..<4).map { capsule in
      var (first, second): (Float, Float) = (0, 0)
      return noise(frames: frames, seed: seed &+ UInt64(capsule) &* 104_729).enumerated().map { frame, white in
        first = pole * first + (1 - pole) * white
        second = pole * second + (1 - pole) * first
        let gust = 0.3 + 0.7 * abs(sin(2 * .pi * 0.8 * Float(frame) / Float(sampleRate)))
        return 10 * gust * second
      }
    }
    // Rows W Y Z X; velocity has √3 times the gain.
    let signs: [[Float]] = [[1, 1, 1, 1], [1, -1, 1, -1], [1, -1, -1, 1], [1, 1, -1, -1]]
    return signs.enumerated().map { channel, row in
      let gain: Float = channel == 0 ? 0.5 : 0.5 * Float(3).squareRoot()
      return (0..<frames).map { frame in (0..<4).reduce(Float(0)) { $0 + gain * row[$1] * capsules[$1][frame] } }
    }
  }

  static func sum(_ a: [[Float]], _ b: [[Float]], gain: Float = 1) -> [[Float]] {
    zip(a, b).map { zip($0, $1).map { $0 + gain * $1 } }
  }

  static func power(_ x: [Float]) -> Double { x.reduce(0) { $0 + Double($1) * Double($1) } / Double(max(x.count, 1)) }

  static func decibels(_ ratio: Double) -> Double { 10 * log10(max(ratio, 1e-30)) }
}

/// Steele, Lea & Flood (2014), "Fast splittable pseudorandom number generators".
struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  mutating func gaussian() -> Double { sqrt(-2 * log(max(uniform(), 1e-300))) * cos(2 * .pi * uniform()) }
}
