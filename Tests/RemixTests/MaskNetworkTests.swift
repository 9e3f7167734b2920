import Foundation
import Signal
import Testing

@testable import Remix

/// The network in Swift beside the one in Python that it was trained with: `Training/export.py` writes the vector.
struct MaskNetworkTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  static let weights = folder.appendingPathComponent("Resources/nearfar-remix/mask-network.bin").path

  struct Vector {
    let hops, inputs, fields, bands: Int
    let field, features, masks: [Float]

    init() throws {
      let url = MaskNetworkTests.folder.appendingPathComponent("Tests/RemixTests/Fixtures/mask-network-test.bin")
      let data = try Data(contentsOf: url)
      func word(_ index: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(data[8 + 4 * index + $1]) << UInt32(8 * $1) }
      }
      (hops, inputs, fields, bands) = (Int(word(1)), Int(word(2)), Int(word(3)), Int(word(4)))
      func floats(_ start: Int, _ count: Int) -> [Float] {
        (0..<count).map { Float(bitPattern: word(5 + start + $0)) }
      }
      field = floats(0, 4 * 256 * hops)
      features = floats(4 * 256 * hops, hops * inputs)
      masks = floats(4 * 256 * hops + hops * (inputs + fields), hops * bands)
    }

    var channels: [[Float]] {
      (0..<4).map { channel in Array(field[channel * 256 * hops..<(channel + 1) * 256 * hops]) }
    }
  }

  @Test func featuresAndMasksAreThoseOfTheTraining() throws {
    let vector = try Vector()
    let grid = SeparationGrid(sampleRate: 48_000)
    var network = try MaskNetwork(path: Self.weights, grid: grid)
    let presence = FloatBuffer(count: Spectra.lanes(for: grid.bins))
    var (hop, worstFeature, worstMask, largest) = (0, Float(0), Float(0), Float(0))
    CueTests.analyse(vector.channels) { spectra in
      for part in [HopPart.hear, .recognise, .refine] { network.update(part, spectra, into: presence) }
      for index in 0..<vector.inputs {
        let wanted = vector.features[hop * vector.inputs + index]
        worstFeature = max(worstFeature, abs(network.features.values[index] - wanted))
      }
      // The first 64 bands are bins.
      for band in 0..<64 {
        worstMask = max(worstMask, abs(presence[band] - vector.masks[hop * vector.bands + band]))
        largest = max(largest, presence[band])
      }
      hop += 1
    }
    #expect(hop == vector.hops)
    #expect(largest > 0.3)
    // Logarithms of bins that hold next to nothing: single precision, another order of sums.
    #expect(worstFeature < 2e-2)
    #expect(worstMask < 1e-3)
  }

  /// A voice at +60° in a diffuse field of the same power; the voice, and the mixture's channels.
  static func scene(sampleRate: Double, gain: Float = 1) -> (voice: [Float], mixture: [[Float]]) {
    let frames = Int(5 * sampleRate)
    let voice = TestSignals.voice(frames: frames, sampleRate: sampleRate).map { gain * $0 }
    let noise = TestSignals.diffuse(frames: frames, seed: 3)
    let level = Float((TestSignals.power(voice) / TestSignals.power(noise[0])).squareRoot())
    return (voice, TestSignals.sum(TestSignals.planeWave(voice, azimuthDegrees: 60), noise, gain: level))
  }

  @Test(arguments: [44_100.0, 48_000, 88_200, 96_000, 192_000])
  func itWorksAtEveryRate(sampleRate: Double) {
    let (voice, mixture) = Self.scene(sampleRate: sampleRate)
    let dialog = RemixRun.render(mixture, sampleRate: sampleRate, weights: Self.weights) {
      $0.style = .cinematicForegroundStem
    }[4]
    let truth = RemixRun.delayed(voice, frames: SeparationGrid(sampleRate: sampleRate).frameSize)
    // At 0 dB before; noise of twice or four times the bandwidth holds less power where the voice is.
    #expect(SeparationTests.signalToDistortion(dialog, truth) > 8)
  }

  @Test(arguments: [Float(0.01), 0.1, 10])
  func theLevelDoesNotMatter(gain: Float) {
    let style: (inout RemixControls) -> Void = { $0.style = .cinematicForegroundStem }
    let plain = RemixRun.render(Self.scene(sampleRate: 48_000).mixture, weights: Self.weights, style)[4]
    let scaled = RemixRun.render(Self.scene(sampleRate: 48_000, gain: gain).mixture, weights: Self.weights, style)[4]
    let difference = zip(plain, scaled).map { $0 - $1 / gain }
    #expect(TestSignals.power(plain) > 1e-3)
    // 0.1 dB are −39 dB of difference.
    #expect(TestSignals.decibels(TestSignals.power(difference) / TestSignals.power(plain)) < -50)
  }

  @Test func blocksAndResetDoNotMatter() {
    let mixture = Self.scene(sampleRate: 48_000).mixture.map { Array($0.prefix(60_000)) }
    let expected = RemixRun.render(mixture, weights: Self.weights) { $0.style = .studio }
    #expect(RemixRun.render(mixture, weights: Self.weights, blocks: [1, 333, 64]) { $0.style = .studio } == expected)
    var remixer = Remixer(sampleRate: 48_000, capacity: 1024, weights: Self.weights)
    remixer.controls.style = .studio
    _ = RemixRun.render(mixture, with: &remixer)
    remixer.reset()
    #expect(RemixRun.render(mixture, with: &remixer) == expected)
  }
}
