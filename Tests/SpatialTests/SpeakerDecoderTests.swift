import Foundation
import Testing

@testable import Ambisonics
@testable import Signal
@testable import Spatial

/// Matrices, crossover and panning of the loudspeaker layouts.
@Suite struct SpeakerDecoderTests {
  /// Gerzon's vectors for a plane wave: computed here from the table alone.
  private func vectors(
    _ layout: SpeakerLayout, azimuth: Float, elevation: Float = 0, isHigh: Bool
  ) -> (length: Double, error: Double, energy: Double, pressure: Double) {
    let u = Direction(azimuthDegrees: azimuth, elevationDegrees: elevation)
    let matrix = layout.matrix
    var (sum, x, y, z, energy, pressure) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for speaker in 0..<layout.speakerCount {
      let row = Array(matrix[(8 * speaker + (isHigh ? 4 : 0))...].prefix(4))
      let g = Double(row[0] + row[1] * u.y + row[2] * u.z + row[3] * u.x)
      let s = layout.direction(of: speaker)
      let weight = isHigh ? g * g : g
      sum += weight
      energy += g * g
      pressure += g
      (x, y, z) = (x + weight * Double(s.x), y + weight * Double(s.y), z + weight * Double(s.z))
    }
    let length = sqrt(x * x + y * y + z * z)
    let cosine = (x * Double(u.x) + y * Double(u.y) + z * Double(u.z)) / length
    return (length / abs(sum), acos(min(1, cosine)) * 180 / .pi, 10 * log10(energy), pressure)
  }

  @Test(arguments: [Float(0), 30, 45, 90, 135, 180, -60]) func squareAndSevenPointOneAreExact(azimuth: Float) {
    // First order can give a velocity vector of 1 and an energy vector of √½ in the plane.
    for layout in [SpeakerLayout.quad, .sevenPointOne] {
      let low = vectors(layout, azimuth: azimuth, isHigh: false)
      #expect(abs(low.length - 1) < 0.01 && low.error < 0.2 && abs(low.pressure - 1) < 0.01)
      let high = vectors(layout, azimuth: azimuth, isHigh: true)
      #expect(abs(high.length - sqrt(0.5)) < 0.04 && high.error < 0.5 && abs(high.energy) < 0.1)
    }
  }

  @Test func directionsHoldOnIrregularLayouts() {
    for azimuth in stride(from: Float(-180), to: 180, by: 5) {
      let high = vectors(.fivePointOne, azimuth: azimuth, isHigh: true)
      #expect(high.error < 15 && abs(high.energy) < 1.3)
      let low = vectors(.fivePointOne, azimuth: azimuth, isHigh: false)
      #expect(low.error < 4 && abs(low.pressure - 1) < 0.1)
      for elevation: Float in [0, 20, 45, 80] {
        for (layout, most) in [(SpeakerLayout.fivePointOneFour, 11.0), (.sevenPointOneFour, 6)] {
          let high = vectors(layout, azimuth: azimuth, elevation: elevation, isHigh: true)
          #expect(high.error < most && abs(high.energy) < 1.2)
          let low = vectors(layout, azimuth: azimuth, elevation: elevation, isHigh: false)
          #expect(low.error < 0.5 && abs(low.length - 1) < 0.02)
        }
      }
    }
  }

  @Test func leftAndRightMirrorEachOther() {
    for layout in SpeakerLayout.allCases {
      let matrix = layout.matrix
      for speaker in 0..<layout.speakerCount {
        let other = layout.mirrored(speaker)
        #expect(layout.mirrored(other) == speaker)
        let (a, b) = (layout.direction(of: speaker), layout.direction(of: other))
        #expect(abs(a.x - b.x) + abs(a.y + b.y) + abs(a.z - b.z) < 1e-5)
        for column in 0..<8 {
          let sign: Float = column % 4 == 1 ? -1 : 1
          #expect(abs(matrix[8 * speaker + column] - sign * matrix[8 * other + column]) < 1e-5)
        }
      }
    }
  }

  @Test(arguments: [44_100.0, 48_000, 96_000, 192_000])
  func bandsAddUpToAnAllPass(rate: Double) {
    let frames = 32_768
    var crossover = SpeakerCrossover(sampleRate: rate, capacity: frames)
    let field = ChannelBuffer(channels: 4, capacity: frames)
    field[0][0] = 1
    let bands = ChannelBuffer(channels: 8, capacity: frames)
    let turned = FloatBuffer(count: frames)
    crossover.process(field, field[0], into: bands, turned: turned.pointer, frames: frames)
    for hz in [30.0, 100, 300, 500, 700, 1000, 2000, 5000, 15_000] {
      let low = response(frames, hz / rate) { bands[0][$0] }
      let high = response(frames, hz / rate) { bands[4][$0] }
      let whole = response(frames, hz / rate) { turned[$0] }
      let sum = (low.0 + high.0, low.1 + high.1)
      #expect(abs(10 * log10(sum.0 * sum.0 + sum.1 * sum.1)) < 0.01)
      #expect(hypot(sum.0 - whole.0, sum.1 - whole.1) < 1e-3, "the dialog has the same phase")
      // In phase with each other: the cosine of the angle between them is 1.
      let cosine = (low.0 * high.0 + low.1 * high.1) / hypot(low.0, low.1) / hypot(high.0, high.1)
      if hz >= 100 && hz <= 5000 { #expect(cosine > 0.999) }
      if hz == 700 { #expect(abs(20 * log10(hypot(low.0, low.1)) + 6.02) < 0.1) }
    }
  }

  private func response(_ frames: Int, _ cycles: Double, _ x: (Int) -> Float) -> (Double, Double) {
    var (re, im) = (0.0, 0.0)
    for frame in 0..<frames {
      re += Double(x(frame)) * cos(2 * .pi * cycles * Double(frame))
      im -= Double(x(frame)) * sin(2 * .pi * cycles * Double(frame))
    }
    return (re, im)
  }

  @Test func aSourceAtALoudspeakerIsInItAlone() {
    for layout in SpeakerLayout.allCases {
      let panner = SpeakerPanner(layout)
      for speaker in 0..<layout.speakerCount {
        let gains = panner.gains(layout.direction(of: speaker))
        #expect(abs(gains[speaker] - 1) < 1e-4)
        #expect(abs((gains * gains).sum() - 1) < 1e-4)
      }
    }
  }

  @Test func panningPointsToTheSourceWithoutJumps() {
    for layout in SpeakerLayout.allCases {
      let panner = SpeakerPanner(layout)
      for elevation in stride(from: Float(-80), through: 80, by: 20) {
        var last = panner.gains(Direction(azimuthDegrees: -180, elevationDegrees: elevation))
        for azimuth in stride(from: Float(-179), through: 180, by: 1) {
          let gains = panner.gains(Direction(azimuthDegrees: azimuth, elevationDegrees: elevation))
          let image = panner.gains(Direction(azimuthDegrees: -azimuth, elevationDegrees: elevation))
          #expect(abs((gains * gains).sum() - 1) < 1e-4 && gains.min() >= 0)
          // Powers: a root starts steeply.
          let step = gains * gains - last * last
          #expect((step * step).sum() < 0.1 * 0.1, "\(layout) \(azimuth) \(elevation)")
          for speaker in 0..<layout.speakerCount {
            #expect(abs(gains[speaker] - image[layout.mirrored(speaker)]) < 1e-4)
          }
          last = gains
        }
      }
    }
  }

  @Test func divergenceMovesTheCentreOutwards() {
    let panner = SpeakerPanner(.fivePointOne)
    let front = Direction(x: 1, y: 0, z: 0)
    let half = panner.gains(front, divergence: 0.5)
    #expect(abs(half[2] * half[2] - 0.5) < 1e-4 && abs(half[0] * half[0] - 0.25) < 1e-4 && half[0] == half[1])
    let whole = panner.gains(front, divergence: 1)
    #expect(abs(whole[2]) < 1e-4 && abs(whole[0] * whole[0] - 0.5) < 1e-4)
    let side = Direction(azimuthDegrees: 110, elevationDegrees: 0)
    #expect(panner.gains(side, divergence: 1)[3] > 0.999, "nothing of it was in the centre")
    // Without a centre loudspeaker the front is a phantom between left and right.
    let quad = SpeakerPanner(.quad).gains(front)
    #expect(abs(quad[0] - quad[1]) < 1e-5 && abs(quad[0] * quad[0] - 0.5) < 1e-4)
  }
}
