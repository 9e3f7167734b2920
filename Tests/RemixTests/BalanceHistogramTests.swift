import Foundation
import Testing

@testable import Remix

/// Against the plain way to compute the same from all blocks.
struct BalanceHistogramTests {
  private struct Block {
    var voice, place, common: Double

    func power(voiceGain: Double, placeGain: Double) -> Double {
      voiceGain * voiceGain * voice + voiceGain * placeGain * common + placeGain * placeGain * place
    }
  }

  /// Phrases and pauses over a place, 50 dB softer than full scale; the last third is all but silent.
  private let blocks: [Block] = {
    var generator = SplitMix(state: 5)
    return (0..<600).map { index in
      let level = index < 400 ? 1e-5 : 1e-9
      let place = level * pow(10, generator.uniform() - 0.5)
      let voice = index / 40 % 2 == 0 ? level * pow(10, 2 * generator.uniform() - 0.5) : 1e-4 * level
      return Block(voice: voice, place: place, common: 0.3 * (voice * place).squareRoot())
    }
  }()

  private func histogram(_ blocks: [Block]) -> BalanceHistogram {
    let histogram = BalanceHistogram()
    for block in blocks {
      histogram.add(whole: block.power(voiceGain: 1, placeGain: 1), voice: block.voice, place: block.place)
    }
    return histogram
  }

  /// In LU.
  private func loudness(voiceGain: Double, placeGain: Double) -> Double {
    func mean(_ powers: [Double]) -> Double { powers.reduce(0, +) / Double(powers.count) }
    let powers = blocks.map { $0.power(voiceGain: voiceGain, placeGain: placeGain) }
    let audible = powers.filter { $0 >= pow(10, (-70 + 0.691) / 10) }
    return 10 * log10(mean(audible.filter { $0 >= 0.1 * mean(audible) }))
  }

  @Test(arguments: [1, 0.5, 0.25, 0.1, 0])
  func theRemixIsAsLoudAsTheRecording(placeGain: Double) throws {
    let found = histogram(blocks).voiceGain(place: placeGain)
    let gain = try #require(found)
    let change = loudness(voiceGain: gain, placeGain: placeGain) - loudness(voiceGain: 1, placeGain: 1)
    // The gate takes whole cells of 1 LU by 2 dB, where it should cut them.
    #expect(abs(change) < 0.2)
    if placeGain == 1 { #expect(abs(gain - 1) < 0.01) }
    // Pauses that fall out of the gate make the mean louder: without gates it would be +1.7 dB.
    if placeGain == 0 { #expect(20 * log10(gain) < -1.5) }
  }

  @Test func whatIsSilentOrNoNumberSaysNothing() {
    let histogram = histogram([Block(voice: 1e-9, place: 1e-9, common: 0)])
    histogram.add(whole: .nan, voice: 1, place: 1)
    histogram.add(whole: .infinity, voice: 1, place: 1)
    let silent = histogram.voiceGain(place: 0.5)
    #expect(silent == nil)
    histogram.add(whole: 1e30, voice: 1e30, place: 0)
    let loud = histogram.voiceGain(place: 0.5) ?? 0
    #expect(abs(loud - 1) < 1e-4)
    histogram.clear()
    let cleared = histogram.voiceGain(place: 0.5)
    #expect(cleared == nil)
  }

  @Test func theVoiceStaysWithinTheLawsBounds() {
    let most = histogram((0..<50).map { _ in Block(voice: 1e-8, place: 1e-3, common: 0) }).voiceGain(place: 0.1)
    #expect(most == Double(RemixLaw.mostVoice))
    // In the recording the two all but cancel each other.
    let least = histogram((0..<50).map { _ in Block(voice: 1e-3, place: 1e-3, common: -1.99e-3) }).voiceGain(place: 0)
    #expect(least == Double(RemixLaw.leastVoice))
  }
}
