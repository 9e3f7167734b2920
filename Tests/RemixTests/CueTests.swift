import Foundation
import Signal
import Testing

@testable import Remix

/// The cues the estimator is made of, each against signals whose value is known from theory.
struct CueTests {
  /// Runs `signal` through the STFT and hands the spectra of each hop to `body`.
  static func analyse(_ signal: [[Float]], sampleRate: Double = 48_000, _ body: (borrowing Spectra) -> Void) {
    let grid = SeparationGrid(sampleRate: sampleRate)
    var stft = STFT(size: grid.frameSize, inputs: 4, outputs: 0)
    let input = ChannelBuffer(channels: 4, capacity: grid.hop)
    let nothing = ChannelBuffer(channels: 0, capacity: grid.hop)
    let spectra = Spectra(channels: 4, bins: grid.bins)
    for hop in 0..<signal[0].count / grid.hop {
      for channel in 0..<4 {
        for frame in 0..<grid.hop { input[channel][frame] = signal[channel][hop * grid.hop + frame] }
      }
      _ = stft.advance(input, into: nothing, from: 0, frames: grid.hop)
      stft.analyse(into: spectra)
      stft.synthesise(spectra)
      body(spectra)
    }
  }

  @Test func aPlaneWaveIsDirect() {
    var field = IntensityField(grid: SeparationGrid(sampleRate: 48_000))
    let wave = TestSignals.planeWave(TestSignals.noise(frames: 24_000, seed: 1), azimuthDegrees: 120)
    Self.analyse(wave) { field.update($0) }
    for bin in 4..<500 {
      #expect(field.directness[bin] > 0.999)
      // cos 1°
      #expect(
        field.direction[0][bin] * Float(cos(2 * Double.pi / 3)) + field.direction[1][bin]
          * Float(sin(2 * Double.pi / 3)) > 0.9998)
    }
  }

  @Test func aDiffuseFieldIsNot() {
    var field = IntensityField(grid: SeparationGrid(sampleRate: 48_000))
    var sum: Float = 0
    Self.analyse(TestSignals.diffuse(frames: 96_000, seed: 2)) { field.update($0) }
    for bin in 4..<500 { sum += field.directness[bin] }
    // 40 ms hold about 8 independent spectra at three quarters of overlap: a mean of 8 random vectors has length near 0.35.
    #expect(sum / 496 > 0.1 && sum / 496 < 0.5)
  }

  @Test func theFloorOfSteadyNoise() {
    var floor = NoiseFloor(grid: SeparationGrid(sampleRate: 48_000))
    var field = IntensityField(grid: SeparationGrid(sampleRate: 48_000))
    var (mean, hops) = (0.0, 0.0)
    Self.analyse(TestSignals.diffuse(frames: 480_000, seed: 3)) {
      field.update($0)
      floor.update(field.pressurePower)
      for bin in 10..<500 { mean += Double(field.pressurePower[bin]) }
      hops += 1
    }
    var estimate = 0.0
    for bin in 10..<500 { estimate += Double(floor.power[bin]) }
    // Fixed smoothing and a fixed bias: Martin (2001) reports errors of this size without his adaptive ones.
    #expect(abs(TestSignals.decibels(estimate * hops / mean)) < 1.5)
  }

  @Test func theFloorFollowsAStepWithinTwoWindows() {
    var floor = NoiseFloor(grid: SeparationGrid(sampleRate: 48_000))
    let power = FloatBuffer(count: Spectra.lanes(for: 513))
    power.fill(1)
    for _ in 0..<400 { floor.update(power) }
    let before = floor.power[100]
    power.fill(10)
    for _ in 0..<100 { floor.update(power) }
    #expect(floor.power[100] == before)  // half a second of voice is no floor
    for _ in 0..<300 { floor.update(power) }
    #expect(abs(floor.power[100] / before - 10) < 0.01)
  }

  @Test(arguments: [90.0, 130, 220, 350])
  func voicesArePeriodicAndNoiseIsNot(pitchHz: Double) {
    let grid = SeparationGrid(sampleRate: 48_000)
    var voicing = Voicing(grid: grid)
    var field = IntensityField(grid: grid)
    var (voiced, noisy, hops) = (Float(0), Float(0), Float(0))
    let steady = (0..<9_600).map { frame in
      (1...25).reduce(Float(0)) { $0 + Float(sin(2 * .pi * pitchHz * Double($1 * frame) / 48_000)) / 5 }
    }
    Self.analyse(TestSignals.planeWave(steady, azimuthDegrees: 0)) {
      field.update($0)
      voicing.update(field.pressurePower)
      voiced = voicing.strength
    }
    let noise = TestSignals.noise(frames: 9_600, seed: 5)
    Self.analyse(TestSignals.planeWave(noise, azimuthDegrees: 0)) {
      field.update($0)
      voicing.update(field.pressurePower)
      noisy += voicing.strength
      hops += 1
    }
    // A window of 21 ms holds two periods of the lowest voices only: they stand out less.
    #expect(voiced > (pitchHz < 200 ? 0.42 : 0.75))
    #expect(noisy / hops < 0.4)
  }

  @Test func theFieldOfViewHasSoftEdges() {
    let grid = SeparationGrid(sampleRate: 48_000)
    let presence = FloatBuffer(count: Spectra.lanes(for: grid.bins))
    let framed = FloatBuffer(count: Spectra.lanes(for: grid.bins))
    presence.fill(1)
    func share(_ azimuthDegrees: Double) -> Float {
      var field = IntensityField(grid: grid)
      let wave = TestSignals.planeWave(TestSignals.noise(frames: 9_600, seed: 1), azimuthDegrees: azimuthDegrees)
      Self.analyse(wave) { field.update($0) }
      FieldOfView(azimuthDegrees: 30, widthDegrees: 60).apply(to: presence, field, into: framed)
      return framed[100]
    }
    #expect(share(30) == 1 && share(2) > 0.99 && share(58) > 0.99)
    #expect(share(-7) > 0.2 && share(-7) < 0.8)
    #expect(share(-20) == 0 && share(180) == 0)
  }
}
