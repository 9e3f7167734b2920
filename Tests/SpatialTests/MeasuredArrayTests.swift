import Ambisonics
import Foundation
import Signal
import Testing

@testable import Spatial

/// Arrays that are known from measured responses, here computed ones.
@Suite struct MeasuredArrayTests {
  private static let rate = 48_000.0
  private static let frames = 256
  /// In metres: the array does not stand in the middle of the turntable.
  private static let offset = (x: 0.03, y: -0.05, z: 0.02)

  /// Impulses between the frames, as the microphones of an open array would hear them from 200 directions.
  private func measured(
    _ array: MicrophoneArray, at offset: (x: Double, y: Double, z: Double) = Self.offset, level: Double = 1,
    delay: Double = 0
  ) -> MeasuredArray {
    var samples: [Float] = []
    for wave in MicrophoneArrayTests.waves {
      for m in array.microphones {
        let path = (m.x + offset.x) * wave.x + (m.y + offset.y) * wave.y + (m.z + offset.z) * wave.z
        let time = 100.3 - delay - path / 343 * Self.rate
        samples += (0..<Self.frames).map { frame in
          let x = Double(frame) - time
          // A sinc of 80 frames under a Hann window.
          guard abs(x) < 40 else { return 0 }
          return Float(level * (x == 0 ? 1 : sin(.pi * x) / (.pi * x)) * (0.5 + 0.5 * cos(.pi * x / 40)))
        }
      }
    }
    return MeasuredArray(
      directions: MicrophoneArrayTests.waves.map(\.direction), microphones: array.microphones.count,
      frames: Self.frames,
      sampleRate: Self.rate, samples: samples,
      delays: [Float](repeating: Float(delay), count: MicrophoneArrayTests.waves.count * array.microphones.count))
  }

  private func gain(_ encoder: borrowing ArrayEncoder, _ microphone: Int, _ channel: Int, _ hz: Double) -> Complex {
    let filter = encoder.response(of: microphone, in: channel)
    var sum = Complex.zero
    for tap in 0..<encoder.taps {
      sum += Complex(phase: -2 * .pi * hz * Double(tap - encoder.latencyFrames) / Self.rate) * Double(filter[tap])
    }
    return sum
  }

  /// The same array, known from its geometry and from its responses, has the same filters: wherever it stood, however loud the
  /// responses are, and whether they say their delay apart.
  @Test(arguments: [(1.0, 0.0), (0.02, 0), (1, 40.25)]) func itIsWhatItsGeometrySays(_ level: Double, _ delay: Double) {
    let array = MicrophoneArrayTests.tetrahedron
    let known = ArrayEncoder(array, sampleRate: Self.rate)
    let found = ArrayEncoder(measured(array, level: level, delay: delay))
    for hz in [150.0, 400, 1000, 2500, 6000] {
      // Of four microphones alike, any may take W's place above aliasing.
      for channel in (hz < 2000 ? 0 : 1)..<4 {
        for microphone in 0..<4 {
          let (a, b) = (gain(known, microphone, channel, hz), gain(found, microphone, channel, hz))
          let scale = max(0.25, (0..<4).map { gain(known, $0, channel, hz).magnitude }.max() ?? 1)
          // 200 directions stand for the sphere to 1 %, and less for orders that alias; the middle is found to a tenth of a
          // frame.
          #expect((a - b).magnitude < 0.06 * scale, "\(hz) Hz, \(microphone) to \(channel): \(a), \(b)")
        }
      }
    }
  }

  @Test func theMiddleOfTheMicrophonesIsFound() {
    let passages = measured(MicrophoneArrayTests.tetrahedron).passages
    for (wave, passage) in zip(MicrophoneArrayTests.waves, passages) {
      let path = Self.offset.x * wave.x + Self.offset.y * wave.y + Self.offset.z * wave.z
      #expect(abs(passage - (100.3 - path / 343 * Self.rate)) < 0.3)
    }
  }

  /// A ring of directions: what it does not tell stays silent, what it tells has its level.
  @Test func aRingTellsNoHeight() {
    let all = measured(MicrophoneArrayTests.tetrahedron)
    var (directions, samples): ([Direction], [Float]) = ([], [])
    for index in 0..<36 {
      let direction = Direction(azimuthDegrees: Float(10 * index), elevationDegrees: 0)
      let nearest = MicrophoneArrayTests.waves.indices.max {
        MicrophoneArrayTests.waves[$0].direction.dot(direction)
          < MicrophoneArrayTests.waves[$1].direction.dot(direction)
      }!
      directions.append(direction)
      samples += all.samples[nearest * 4 * Self.frames..<(nearest + 1) * 4 * Self.frames]
    }
    let encoder = ArrayEncoder(
      MeasuredArray(
        directions: directions, microphones: 4, frames: Self.frames, sampleRate: Self.rate, samples: samples))
    #expect(encoder.accuracy.bands[2] == nil)
    #expect((0..<4).allSatisfy { gain(encoder, $0, 2, 1000).magnitude < 1e-3 })
    #expect(encoder.accuracy.bands[1].map { $0.upperBound > 1500 } == true)
  }

  /// Responses that end below 400 Hz, as of a small loudspeaker, are not lifted without bound.
  @Test func noiseIsBoundedWhereNothingWasMeasured() {
    var array = measured(MicrophoneArrayTests.tetrahedron)
    var samples = array.samples
    for start in stride(from: 0, to: samples.count, by: Self.frames) {
      // Two first differences: 12 dB per octave.
      for _ in 0..<2 {
        for frame in (1..<Self.frames).reversed() { samples[start + frame] -= samples[start + frame - 1] }
      }
    }
    array = MeasuredArray(
      directions: array.directions, microphones: 4, frames: Self.frames, sampleRate: Self.rate, samples: samples)
    let encoder = ArrayEncoder(array)
    for hz in [20.0, 60, 150] {
      for channel in 0..<4 {
        let noise = (0..<4).reduce(0.0) { $0 + gain(encoder, $1, channel, hz).square }
        #expect(10 * log10(noise) < 29, "\(hz) Hz, channel \(channel)")
      }
    }
  }

  @Test func whatCannotBeUsedIsTold() {
    let good = measured(MicrophoneArrayTests.tetrahedron)
    #expect(good.problem == nil)
    func array(_ count: Int, _ microphones: Int, _ sample: Float) -> MeasuredArray {
      MeasuredArray(
        directions: Array(good.directions.prefix(count)), microphones: microphones, frames: 8, sampleRate: 48_000,
        samples: [Float](repeating: sample, count: count * microphones * 8))
    }
    #expect(array(11, 4, 1).problem?.contains("11 directions") == true)
    #expect(array(12, 1, 1).problem?.contains("1 microphones") == true)
    #expect(array(12, 17, 1).problem?.contains("17 microphones") == true)
    #expect(array(12, 4, .nan).problem?.contains("no numbers") == true)
    #expect(array(12, 4, 0).problem?.contains("silence") == true)
  }
}
