import CPlatform
import Signal

/// Finds the dialog's gain with which a remix is as loud as the recording, from what both have been so far.
///
/// Blocks of 400 ms go to a `LoudnessMemory`, four to a block, 100 ms apart. What was played too loud or too softly meanwhile is made up
/// for by up to 4 dB. The gain rises within 0.3 s and falls within 0.1 s; at once where a voice is so much louder than all before
/// that the remix would pass the recording's loudness by 6 dB. Before anybody has spoken the voice stays as it was recorded.
/// Audio but for `init`; 5 µs every 100 ms, and in each hop in which the amount moves.
struct LoudnessKeeper: ~Copyable {
  private struct Step {
    var powers = SIMD8<Float>.zero
    var played: Float = 0
    var activity: Float = 0
  }

  private var memory = LoudnessMemory()
  private var steps = InlineArray<4, Step>(repeating: Step())
  /// Of those before the present one.
  private var stepsDone = 0
  private var hop = 0
  private let stepHops: Int
  /// Of the last 50 ms.
  private var present = PartPowers()
  /// Of the dialog's gain re the amount: as it is, and where it goes.
  private var lift: Float?
  private var goal: Float = 1
  /// For which `goal` was found.
  private var isGoalOld = true
  private var gains = RemixGains.recording()
  private let rise, fall, drop, presentShare: Float

  /// Speech, in the mean over a block.
  private static var leastActivity: Float { @_noLocks get { 0.3 } }
  /// Of speech, before a known gain is corrected.
  private static var leastBlocks: Int { @_noLocks get { 30 } }

  /// Build.
  init(grid: SeparationGrid) {
    stepHops = max(1, Int(0.1 / grid.hopSeconds + 0.5))
    rise = grid.share(seconds: 0.3)
    fall = grid.share(seconds: 0.1)
    drop = grid.share(seconds: 0.02)
    presentShare = grid.share(seconds: 0.05)
  }

  @_noLocks mutating func reset() {
    forget()
    lift = nil
  }

  /// All that was heard.
  @_noLocks mutating func forget() {
    memory.reset()
    steps = InlineArray<4, Step>(repeating: Step())
    (stepsDone, hop) = (0, 0)
    present = PartPowers()
    isGoalOld = true
  }

  /// Of a hop: the parts, the gains with which they are played, and whether anybody speaks, 0…1.
  @_noLocks mutating func add(_ powers: PartPowers, played gains: RemixGains, activity: Float) {
    guard powers.isFinite else { return }
    present.values += presentShare * (powers.values - present.values)
    let place = stepsDone % 4
    steps[place].powers += powers.values
    steps[place].played += powers.power(gains)
    steps[place].activity += activity
    hop += 1
    if hop == stepHops { finishStep() }
  }

  @_noLocks private mutating func finishStep() {
    hop = 0
    stepsDone += 1
    if stepsDone >= 4 {
      var powers = PartPowers()
      var (played, activity): (Float, Float) = (0, 0)
      for step in 0..<4 {
        powers.values += steps[step].powers
        played += steps[step].played
        activity += steps[step].activity
      }
      let share = 1 / Float(4 * stepHops)
      powers.values *= share
      memory.add(powers, played: share * played, isSpeech: share * activity > Self.leastActivity)
      isGoalOld = true
    }
    steps[stepsDone % 4] = Step()
  }

  /// The dialog's gain re `amount`. `gains`: by the law, for this amount; `knowledge`: what the law has it from. Once per hop.
  @_noLocks mutating func lift(_ gains: RemixGains, amount: Float, knowledge: RemixLaw.Knowledge) -> Float {
    if isGoalOld || gains != self.gains {
      self.gains = gains
      isGoalOld = false
      goal = dialog(gains, knowledge) / amount
    }
    var lift = lift ?? goal
    lift += (goal > lift ? rise : fall) * (goal - lift)
    if knowledge == .none {
      let most = max(mostDialog(gains) / amount, 1)
      if lift > most { lift += drop * (most - lift) }
    }
    self.lift = lift
    return lift
  }

  @_noLocks private func dialog(_ gains: RemixGains, _ knowledge: RemixLaw.Knowledge) -> Float {
    switch knowledge {
    case .none: learnt(gains)
    case .approximate: corrected(gains)
    case .natural: likeNatural(gains)
    case .exact: gains.dialog
    }
  }

  /// What was played re what was recorded: within 2 dB, as power.
  private var excess: Float {
    @_noLocks get { memory.recorded > 0 ? min(max(memory.played / memory.recorded, 0.631), 1.585) : 1 }
  }

  @_noLocks private func corrected(_ gains: RemixGains) -> Float {
    guard memory.count >= Self.leastBlocks else { return gains.dialog }
    return max(RemixLaw.bounded((gains.speech + gains.dialog) / excess) - gains.speech, 0)
  }

  @_noLocks private func learnt(_ gains: RemixGains) -> Float {
    guard memory.count > 0, memory.recorded > 0 else { return gains.dialog }
    return memory.dialogGain(
      ambience: gains.ambience, speech: gains.speech, power: memory.recorded / (excess * excess), within: bounds(gains))
  }

  /// With which the dialog makes the remix as loud as the voice with its room would by the law.
  @_noLocks private func likeNatural(_ gains: RemixGains) -> Float {
    guard memory.count > 0 else { return gains.dialog }
    let power = memory.power(ambience: gains.ambience, speech: gains.speech + gains.dialog)
    return memory.dialogGain(ambience: gains.ambience, speech: gains.speech, power: power, within: bounds(gains))
  }

  /// Of the dialog's gain.
  @_noLocks private func bounds(_ gains: RemixGains) -> ClosedRange<Float> {
    let least = max(RemixLaw.leastVoice - gains.speech, 0)
    return least...max(RemixLaw.mostVoice - gains.speech, least)
  }

  /// With which the present is 6 dB louder than the recording was in the mean, or as loud as itself.
  @_noLocks private func mostDialog(_ gains: RemixGains) -> Float {
    guard memory.count > 0 else { return .infinity }
    let most = max(present.power(.recording()), 4 * memory.recorded)
    return present.dialogGain(for: most, ambience: gains.ambience, speech: gains.speech)
  }
}
