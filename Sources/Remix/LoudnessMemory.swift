import Signal

/// The latest blocks of a recording, of which it can tell how loud any remix would have been: 12.8 s of speech, and the pauses between.
///
/// Of a pause the first 3 s count, after which the place is on its own and no matter of balance; all pauses count as much as the speech
/// at the most, and are forgotten with the speech that they lie between. So a long pause takes nothing of what was learnt. Gated relatively, at 10 dB below the mean. Source: ITU-R BS.1770-5, annex 1. Audio
/// but for `init`.
struct LoudnessMemory: ~Copyable {
  /// Gated means of the recording and of what was played instead.
  private(set) var recorded: Float = 0
  private(set) var played: Float = 0
  /// All blocks, the pauses' behind those of speech.
  private let rows: ChannelBuffer
  /// How many came.
  private var speechBlocks = 0
  private var pauseBlocks = 0
  /// Blocks since somebody spoke.
  private var pauseLength = 0
  /// The oldest pause that counts.
  private var firstPause = 0

  /// Of speech, and as many of pauses.
  private static var most: Int { @_noLocks get { 128 } }
  /// Of one pause.
  private static var mostOfPause: Int { @_noLocks get { 30 } }
  /// Rows behind those of `PartPowers`.
  private enum Row {
    static let recorded = 6
    static let played = 7
    static let weight = 8
    static let time = 9
    /// What does not depend on the dialog's gain, what grows with it, and the power with one.
    static let fixed = 10
    static let slope = 11
    static let mix = 12
  }

  /// Build.
  init() { rows = ChannelBuffer(channels: 13, capacity: 2 * Self.most) }

  @_noLocks mutating func reset() {
    rows.clear()
    (speechBlocks, pauseBlocks, firstPause) = (0, 0, 0)
    pauseLength = 0
    (recorded, played) = (0, 0)
  }

  /// Of speech.
  var count: Int { @_noLocks get { min(speechBlocks, Self.most) } }

  /// `played`: the power that was put out.
  @_noLocks mutating func add(_ powers: PartPowers, played power: Float, isSpeech: Bool) {
    pauseLength = isSpeech ? 0 : pauseLength + 1
    guard pauseLength <= Self.mostOfPause else { return }
    let time = Float(speechBlocks + pauseBlocks)
    let place = isSpeech ? speechBlocks % Self.most : Self.most + pauseBlocks % Self.most
    for row in 0..<6 { rows[row][place] = powers.values[row] }
    rows[Row.recorded][place] = powers.power(.recording())
    rows[Row.played][place] = power
    rows[Row.time][place] = time
    if isSpeech { speechBlocks += 1 } else { pauseBlocks += 1 }
    weigh()
    recorded = gatedMean(rows[Row.recorded])
    played = gatedMean(rows[Row.played])
  }

  @_noLocks private mutating func weigh() {
    firstPause = max(firstPause, pauseBlocks - Self.most)
    if speechBlocks >= Self.most {
      let oldest = rows[Row.time][speechBlocks % Self.most]
      while firstPause < pauseBlocks, rows[Row.time][Self.most + firstPause % Self.most] < oldest { firstPause += 1 }
    }
    let pauses = pauseBlocks - firstPause
    let share = min(1, Float(count) / Float(max(pauses, 1)))
    let weights = rows[Row.weight]
    for place in 0..<Self.most {
      weights[place] = place < count ? 1 : 0
      weights[Self.most + place] = 0
    }
    for pause in firstPause..<pauseBlocks { weights[Self.most + pause % Self.most] = share }
  }

  /// The gated mean of all with these gains and without the dialog.
  @_noLocks func power(ambience: Float, speech: Float) -> Float {
    prepare(ambience, speech)
    return power(0)
  }

  /// The gain of the dialog with which the gated mean of all would have been `wanted`.
  @_noLocks
  func dialogGain(ambience: Float, speech: Float, power wanted: Float, within bounds: ClosedRange<Float>) -> Float {
    prepare(ambience, speech)
    var (low, high) = (bounds.lowerBound, bounds.upperBound)
    if power(low) >= wanted { return low }
    if power(high) <= wanted { return high }
    // The gate makes steps: nothing cleverer is safe.
    for _ in 0..<14 {
      let middle = 0.5 * (low + high)
      if power(middle) < wanted { low = middle } else { high = middle }
    }
    return 0.5 * (low + high)
  }

  /// The polynomials in the dialog's gain.
  @_noLocks private func prepare(_ ambience: Float, _ speech: Float) {
    let (a, s) = (VectorMath.Lanes(repeating: ambience), VectorMath.Lanes(repeating: speech))
    var place = 0
    while place < 2 * Self.most {
      let own = a * a * load(0, place) + s * s * load(1, place)
      VectorMath.store(own + 2 * a * s * load(3, place), rows[Row.fixed] + place)
      VectorMath.store(2 * (a * load(4, place) + s * load(5, place)), rows[Row.slope] + place)
      place += 8
    }
  }

  @_noLocks private func power(_ dialog: Float) -> Float {
    let d = VectorMath.Lanes(repeating: dialog)
    var place = 0
    while place < 2 * Self.most {
      let line = load(Row.slope, place) + d * load(2, place)
      VectorMath.store(load(Row.fixed, place) + d * line, rows[Row.mix] + place)
      place += 8
    }
    return gatedMean(rows[Row.mix])
  }

  @inline(__always) @_noLocks private func load(_ row: Int, _ place: Int) -> VectorMath.Lanes {
    VectorMath.load(rows[row] + place)
  }

  @_noLocks private func gatedMean(_ powers: UnsafePointer<Float>) -> Float {
    mean(powers, above: 0.1 * mean(powers, above: -1))
  }

  /// 0 where there is none.
  @_noLocks private func mean(_ powers: UnsafePointer<Float>, above gate: Float) -> Float {
    var (sum, weights) = (VectorMath.Lanes.zero, VectorMath.Lanes.zero)
    var place = 0
    while place < 2 * Self.most {
      let power = VectorMath.load(powers + place)
      let weight = load(Row.weight, place).replacing(with: 0, where: power .<= gate)
      sum += weight * power
      weights += weight
      place += 8
    }
    let whole = weights.sum()
    return whole > 0 ? sum.sum() / whole : 0
  }
}
