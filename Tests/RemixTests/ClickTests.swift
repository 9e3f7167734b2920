import Foundation
import Testing

@testable import Remix

/// Sweeps of the amount and changes of style are heard as such, not as clicks.
struct ClickTests {
  static let frames = 144_000
  static let hz = 187.5
  static let stepFrames = 9_600

  /// Renders in pieces of `stepFrames`, with other controls in each.
  private func render(_ input: [[Float]], _ set: (Int, inout RemixControls) -> Void) -> [[Float]] {
    var remixer = Remixer(sampleRate: 48_000, capacity: 1024)
    var output = [[Float]](repeating: [], count: 5)
    for piece in 0..<Self.frames / Self.stepFrames {
      set(piece, &remixer.controls)
      let part = input.map { Array($0[piece * Self.stepFrames..<(piece + 1) * Self.stepFrames]) }
      let rendered = RemixRun.render(part, with: &remixer)
      for channel in 0..<5 { output[channel] += rendered[channel] }
    }
    return output
  }

  /// What the predictor of a steady tone leaves: nothing of it, little of its swelling, and of a step all.
  private func steps(_ x: [Float]) -> Double {
    let c = 2 * cos(2 * .pi * Self.hz / 48_000)
    var most = 0.0
    for frame in 4_800..<x.count {
      let (now, before, earlier) = (Double(x[frame]), Double(x[frame - 1]), Double(x[frame - 2]))
      most = max(most, abs(now - c * before + earlier))
    }
    return most
  }

  private func peak(_ x: [Float]) -> Double { Double(x.reduce(0) { max($0, abs($1)) }) }

  private static let tone = TestSignals.planeWave(
    (0..<frames).map { Float(0.5 * sin(2 * .pi * hz * Double($0) / 48_000)) }, azimuthDegrees: 30)

  /// Both go to the ends at once, which is the worst a host can ask for.
  private static func sweep(_ style: Style) -> (Int, inout RemixControls) -> Void {
    { piece, controls in
      controls.style = style
      controls.amount = piece % 2 == 0 ? 0 : 1
    }
  }

  private static func styles(_ piece: Int, _ controls: inout RemixControls) {
    controls.amount = 0.8
    controls.style = Style(rawValue: piece * 3 % 10)!
  }

  @Test(arguments: [Style.cinematic, .studio, .inFrame]) func amountMakesNoStepInATone(_ style: Style) {
    expectNoSteps(render(Self.tone, Self.sweep(style)))
  }

  @Test func stylesMakeNoStepInATone() { expectNoSteps(render(Self.tone, Self.styles)) }

  @Test func theMeasureFindsAStep() {
    var output = render(Self.tone) { _, controls in controls.style = .standard }
    #expect(steps(output[0]) < 1e-6)
    for frame in 50_000..<Self.frames { output[0][frame] += 0.001 }
    #expect(steps(output[0]) > 0.0009)
  }

  private func expectNoSteps(_ output: [[Float]]) {
    let programme = peak(output[0])
    #expect(programme > 0.4)
    for channel in [0, 1, 3, 4] {
      let step = steps(output[channel]) / max(programme, peak(output[channel]))
      #expect(20 * log10(step) < -60, "channel \(channel): \(20 * log10(step)) dB")
    }
  }

  /// Noise bends no more while controls move than it does at rest.
  @Test func neitherDoesAnythingInPinkNoise() {
    let noise = TestSignals.pinkField(frames: Self.frames, seed: 5)
    var most = [Float](repeating: 0, count: 5)
    for style in Style.allCases {
      for amount: Float in [0, 0.8, 1] {
        let output = render(noise) { _, controls in
          controls.style = style
          controls.amount = amount
        }
        for channel in 0..<5 { most[channel] = max(most[channel], bend(output[channel])) }
      }
    }
    for output in [
      render(noise, Self.styles), render(noise, Self.sweep(.cinematic)), render(noise, Self.sweep(.studio)),
    ] {
      for channel in 0..<5 {
        #expect(bend(output[channel]) < most[channel] + 0.001 * Float(peak(noise[0])), "channel \(channel)")
      }
    }
  }

  private func bend(_ x: [Float]) -> Float {
    var most: Float = 0
    for frame in 4_802..<x.count {
      let second: Float = x[frame] - 2 * x[frame - 1] + x[frame - 2]
      most = max(most, abs(second))
    }
    return most
  }
}
