import Foundation
import Testing

@testable import Remix

/// The slow gain that keeps the loudness, from powers alone: one hop at a time.
struct LoudnessKeeperTests {
  static let grid = SeparationGrid(sampleRate: 48_000)
  static let amount: Float = 1
  static let gains = RemixLaw().gains(style: .cinematic, amount: amount)

  private func powers(speech: Float, place: Float) -> PartPowers {
    PartPowers(whole: speech + place, speech: speech, wholeSpeech: speech)
  }

  /// Plays `seconds` of it; gives the lift of each hop.
  @discardableResult
  private func play(
    _ keeper: inout LoudnessKeeper, speech: Float, place: Float, seconds: Double
  ) -> [Float] {
    var played = Self.gains
    return (0..<Int(seconds / Self.grid.hopSeconds)).map { _ in
      keeper.add(powers(speech: speech, place: place), played: played, activity: speech > 0 ? 1 : 0)
      played.dialog = keeper.lift(Self.gains, amount: Self.amount, knowledge: .none)
      return played.dialog
    }
  }

  private func decibels(_ gain: Float) -> Double { 20 * log10(Double(gain)) }

  @Test func theVoiceIsAsItWasUntilSomebodySpeaks() {
    var keeper = LoudnessKeeper(grid: Self.grid)
    #expect(play(&keeper, speech: 0, place: 1, seconds: 20).allSatisfy { $0 == 1 })
  }

  @Test(arguments: [Float(0.1), 0.3, 1, 10]) func steadySpeechKeepsItsPower(speech: Float) {
    var keeper = LoudnessKeeper(grid: Self.grid)
    let lift = play(&keeper, speech: speech, place: 1, seconds: 30).last!
    let whole = lift * lift * speech + Self.gains.ambience * Self.gains.ambience
    #expect(abs(10 * log10(whole / (speech + 1))) < 0.1)
  }

  /// Of speech that fills half of the time.
  @Test func pausesCountAsLongAsTheyAreLoud() {
    var keeper = LoudnessKeeper(grid: Self.grid)
    var lift: Float = 1
    for _ in 0..<25 {
      lift = play(&keeper, speech: 4, place: 1, seconds: 1).last!
      play(&keeper, speech: 0, place: 1, seconds: 1)
    }
    // The sunken place is below the gate. Of 13 blocks in 2 s that are above it, six reach into the pauses: they have the speech of 10.
    let recorded = 0.5 * (5.0 + 1)
    #expect(abs(decibels(lift) - 10 * log10((recorded - pow(10, -1.2)) / (4 * 10.0 / 13))) < 0.6)
  }

  @Test func aLongPauseTakesNothingOfWhatWasLearnt() {
    var keeper = LoudnessKeeper(grid: Self.grid)
    let before = play(&keeper, speech: 1, place: 1, seconds: 15).last!
    play(&keeper, speech: 0, place: 1, seconds: 600)
    let after = play(&keeper, speech: 1, place: 1, seconds: 0.3)
    for lift in after { #expect(abs(decibels(lift) - decibels(before)) < 1.5) }
  }

  @Test func aSuddenLoudVoiceIsNotRaised() {
    var keeper = LoudnessKeeper(grid: Self.grid)
    let weak = play(&keeper, speech: 0.1, place: 1, seconds: 10).last!
    #expect(decibels(weak) > 8)
    let lifts = play(&keeper, speech: 20, place: 1, seconds: 0.3)
    // 21 ms are one window: what is played then is still the sound before.
    for lift in lifts.dropFirst(Int(0.12 / Self.grid.hopSeconds)) { #expect(decibels(lift) < 1.5) }
  }

  /// Neither a step nor a pump: in steady speech with phrases of 6 dB up and down the gain hardly moves.
  @Test func phrasesDoNotMakeItPump() {
    var keeper = LoudnessKeeper(grid: Self.grid)
    var lifts: [Float] = []
    for phrase in 0..<30 {
      let speech: Float = phrase % 2 == 0 ? 1 : 0.25
      lifts += play(&keeper, speech: speech, place: 0.3, seconds: 0.8)
      lifts += play(&keeper, speech: 0, place: 0.3, seconds: 0.4)
    }
    let settled = lifts.suffix(lifts.count / 2).map(decibels)
    #expect(settled.max()! - settled.min()! < 1.5)
    for (a, b) in zip(lifts, lifts.dropFirst()) { #expect(abs(decibels(b) - decibels(a)) < 1.5) }
  }

  @Test func aKnownGainIsCorrectedOnceThereIsEnough() {
    var keeper = LoudnessKeeper(grid: Self.grid)
    var gains = Self.gains
    gains.dialog = 2
    var played = gains
    for hop in 0..<2000 {
      keeper.add(powers(speech: 1, place: 0.1), played: played, activity: 1)
      played.dialog = keeper.lift(gains, amount: 1, knowledge: .approximate)
      if Double(hop) * Self.grid.hopSeconds < 3 { #expect(played.dialog == 2) }
    }
    #expect(decibels(played.dialog) < 4.5)
  }

  @Test func aMeasuredGainStays() {
    var keeper = LoudnessKeeper(grid: Self.grid)
    var gains = Self.gains
    gains.dialog = 2
    for _ in 0..<2000 {
      keeper.add(powers(speech: 1, place: 0.1), played: gains, activity: 1)
      #expect(keeper.lift(gains, amount: 1, knowledge: .exact) == 2)
    }
  }

  /// A dialog of half the voice's amplitude needs twice the gain.
  @Test func aGainForTheNaturalVoiceIsCarriedOver() {
    var keeper = LoudnessKeeper(grid: Self.grid)
    var gains = RemixGains(ambience: 0, speech: 0, dialog: 1.5)
    #expect(keeper.lift(gains, amount: 1, knowledge: .natural) == 1.5)
    var parts = powers(speech: 1, place: 1)
    parts.replaceDialog(0.25, wholeDialog: 0.5, speechDialog: 0.5)
    for _ in 0..<1000 {
      keeper.add(parts, played: gains, activity: 1)
      gains.dialog = keeper.lift(RemixGains(ambience: 0, speech: 0, dialog: 1.5), amount: 1, knowledge: .natural)
    }
    #expect(abs(gains.dialog - 3) < 0.01)
  }

  @Test func whatIsNoNumberIsNotLearnt() {
    var keeper = LoudnessKeeper(grid: Self.grid)
    let before = play(&keeper, speech: 1, place: 1, seconds: 5).last!
    play(&keeper, speech: .nan, place: 1, seconds: 1)
    play(&keeper, speech: .infinity, place: 1, seconds: 1)
    let after = play(&keeper, speech: 1, place: 1, seconds: 1).last!
    #expect(abs(decibels(after) - decibels(before)) < 0.2)
  }
}
