import Foundation
import Testing

@testable import Ambisonics
@testable import Signal
@testable import Spatial

@Suite struct SpeakerTests {
  /// Levels of the decode, dB re a dialog in the middle.
  @Test func stereoKeepsFrontAndBackAndMono() {
    func level(_ azimuth: Double) -> (left: Double, right: Double) {
      let (x, y) = (cos(azimuth * .pi / 180), sin(azimuth * .pi / 180))
      let middle = Double(StereoDecoder.w) + Double(StereoDecoder.x) * x
      let side = Double(StereoDecoder.y) * y
      return (middle + side, middle - side)
    }
    let front = level(0)
    #expect(abs(10 * log10(front.left * front.left + front.right * front.right)) < 0.01)
    let back = level(180)
    #expect(abs(20 * log10(back.left / front.left) + 4.6) < 0.1)
    // Cardioids: one of them is silent for one direction and never negative beyond −30 dB.
    for azimuth in stride(from: -180.0, to: 180, by: 5) {
      #expect(level(azimuth).left > -0.03 && level(azimuth).right > -0.03)
    }
    #expect(level(105).right < 0.01)
  }

  @Test func dialogIsPannedAtConstantPower() {
    for azimuth in stride(from: Float(-180), to: 180, by: 7) {
      let gains = StereoDecoder.panning(Direction(azimuthDegrees: azimuth, elevationDegrees: 0))
      #expect(abs(gains.left * gains.left + gains.right * gains.right - 1) < 1e-5)
      if azimuth > 31 && azimuth < 149 { #expect(gains.left > 0.999) }
      if abs(azimuth) < 0.1 { #expect(abs(gains.left - gains.right) < 1e-5) }
    }
  }

  @Test(arguments: [44_100.0, 48_000, 96_000, 192_000])
  func crosstalkCancellationIsBounded(sampleRate: Double) {
    let frames = 16_384
    for isSide in [false, true] {
      var narrow = NarrowSpeakers(sampleRate: sampleRate)
      let stereo = ChannelBuffer(channels: 2, capacity: frames)
      stereo[0][0] = 1
      stereo[1][0] = isSide ? -1 : 1
      narrow.process(stereo, frames: frames)
      for hz in [20.0, 50, 100, 300, 700, 1_500, 3_000, 6_000, 12_000] {
        let gain = decibels(stereo[0], frames, hz / sampleRate)
        if isSide {
          #expect(gain < 6.1 && gain > -3.6)  // 1/(1 − 0.5) and 1/(1 + 0.5)
          if hz <= 50 { #expect(abs(gain) < 1.5) }
          if hz == 700 { #expect(gain > 2) }
        } else {
          // What both channels share passes as it is, up to rounding.
          #expect(abs(gain) < 1e-3)
        }
      }
    }
  }

  private func decibels(_ x: UnsafeMutablePointer<Float>, _ frames: Int, _ cycles: Double) -> Double {
    var (re, im) = (0.0, 0.0)
    for frame in 0..<frames {
      re += Double(x[frame]) * cos(2 * .pi * cycles * Double(frame))
      im += Double(x[frame]) * sin(2 * .pi * cycles * Double(frame))
    }
    return 10 * log10(re * re + im * im)
  }
}
