import Foundation
import Testing

@testable import Remix

/// Against the plain way to compute the same.
struct LoudnessMemoryTests {
  private struct Block {
    var powers: PartPowers
    var weight: Double
  }

  /// Blocks of a noise-like scene, the same each time; `speech` for two of three.
  private func blocks(_ count: Int) -> [(PartPowers, Bool)] {
    var generator = SplitMix(state: 7)
    return (0..<count).map { index in
      let isSpeech = index % 3 != 2
      let speech = isSpeech ? Float(pow(10, 2 * generator.uniform() - 1)) : 0
      let place = Float(0.2 + generator.uniform())
      let common = isSpeech ? 0.2 * (speech * place).squareRoot() : 0
      return (PartPowers(whole: speech + place + 2 * common, speech: speech, wholeSpeech: speech + common), isSpeech)
    }
  }

  private func gatedMean(_ blocks: [Block], _ gains: RemixGains) -> Double {
    let powers = blocks.map { (Double($0.powers.power(gains)), $0.weight) }
    let weight = powers.reduce(0) { $0 + $1.1 }
    let gate = 0.1 * powers.reduce(0) { $0 + $1.0 * $1.1 } / weight
    let counted = powers.filter { $0.0 > gate }
    return counted.reduce(0) { $0 + $1.0 * $1.1 } / counted.reduce(0) { $0 + $1.1 }
  }

  @Test(arguments: [Float(0.25), 1], [10, 100, 180])
  func theGainMakesTheGatedMeanEqual(amount: Float, count: Int) {
    var memory = LoudnessMemory()
    for (powers, isSpeech) in blocks(count) {
      memory.add(powers, played: powers.power(.recording()), isSpeech: isSpeech)
    }
    let all = blocks(count).map { Block(powers: $0.0, weight: 1) }
    var gains = RemixLaw().gains(style: .cinematic, amount: amount)
    let recorded = gatedMean(all, .recording())
    #expect(abs(Double(memory.recorded) / recorded - 1) < 1e-4 && memory.played == memory.recorded)
    gains.dialog = memory.dialogGain(
      ambience: gains.ambience, speech: gains.speech, power: memory.recorded, within: 0...5)
    // Blocks that pass the gate make steps of at most one block.
    #expect(abs(gatedMean(all, gains) / recorded - 1) < 2.5 / Double(count))
    #expect(gains.dialog > 0.1 * amount && gains.dialog < 5)
  }

  @Test func whatIsOlderThanTheSpeechIsForgotten() {
    var memory = LoudnessMemory()
    let pause = PartPowers(whole: 100, speech: 0, wholeSpeech: 0)
    let speech = PartPowers(whole: 2, speech: 1, wholeSpeech: 1)
    for _ in 0..<20 { memory.add(pause, played: 1, isSpeech: false) }
    for _ in 0..<127 { memory.add(speech, played: 1, isSpeech: true) }
    #expect(memory.recorded > 10)
    for _ in 0..<2 { memory.add(speech, played: 1, isSpeech: true) }
    #expect(abs(memory.recorded - 2) < 1e-5)
  }
}
