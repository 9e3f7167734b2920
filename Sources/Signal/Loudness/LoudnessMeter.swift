import CPlatform

/// Integrated loudness and loudness range of one channel, however long it is.
///
/// Audio: `add`, `reset`; about 6 ns per frame. Build: `init` and what is read. 32 kB. The same for any blocks.
/// Source: ITU-R BS.1770-5 (2023), annex 1: blocks of 400 ms, three quarters of which overlap, gated at −70 LUFS and at 10 LU below
/// the mean; EBU Tech 3342 (2023): 3 s, every second, gated at 20 LU below the mean, from 10 to 95 %.
public struct LoudnessMeter: ~Copyable {
  private let shelf, highPass: BiquadCoefficients
  private var shelfState = SIMD2<Double>.zero
  private var highPassState = SIMD2<Double>.zero
  /// Of 100 ms.
  private let stepFrames: Int
  private var frame = 0
  private var stepPower = 0.0
  /// The last 3 s.
  private let steps: UnsafeMutablePointer<Double>
  private var stepsDone = 0
  private var finished: Double?
  private let blocks = LoudnessHistogram()
  private let longBlocks = LoudnessHistogram()

  private static var blockSteps: Int { @_noLocks get { 4 } }
  private static var longBlockSteps: Int { @_noLocks get { 30 } }
  private static var longBlockHop: Int { @_noLocks get { 10 } }

  public init(sampleRate: Double) {
    shelf = KWeighting.shelf(sampleRate: sampleRate)
    highPass = KWeighting.highPass(sampleRate: sampleRate)
    stepFrames = max(1, Int(sampleRate / 10 + 0.5))
    steps = .allocate(capacity: 30)
    steps.initialize(repeating: 0, count: 30)
  }

  deinit { steps.deallocate() }

  @_noLocks public mutating func reset() {
    forget()
    blocks.clear()
    longBlocks.clear()
  }

  @_noLocks public mutating func add(_ signal: UnsafePointer<Float>, frames: Int) {
    finished = nil
    var done = 0
    while done < frames {
      let count = min(frames - done, stepFrames - frame)
      filter(signal + done, frames: count)
      done += count
      frame += count
      if frame == stepFrames { finishStep() }
    }
  }

  /// The weighted mean square of the block of 400 ms that the last `add` ended; nil where it ended none. Of several it is the last.
  public var finishedBlock: Double? { @_noLocks get { finished } }

  /// In LUFS; nil where all was softer than −70.
  public var loudness: Double? { blocks.gatedMean(gate: 0.1).map(Self.lufs) }

  /// In LU; nil where all was softer than −70, or there were no 3 s.
  public var loudnessRange: Double? {
    longBlocks.spread(gate: 0.01).map { Self.lufs($0.high) - Self.lufs($0.low) }
  }

  private static func lufs(_ power: Double) -> Double { KWeighting.offset + 10 * nf_log(power) / nf_log(10) }

  /// All but what was counted.
  @_noLocks private mutating func forget() {
    shelfState = .zero
    highPassState = .zero
    frame = 0
    stepPower = 0
    stepsDone = 0
    finished = nil
  }

  @_noLocks private mutating func filter(_ signal: UnsafePointer<Float>, frames: Int) {
    let (a, b) = (shelf, highPass)
    var (s, t) = (shelfState, highPassState)
    var power = stepPower
    for frame in 0..<frames {
      let x = Double(signal[frame])
      let y = a.b0 * x + s[0]
      s = SIMD2(a.b1 * x - a.a1 * y + s[1], a.b2 * x - a.a2 * y)
      let z = b.b0 * y + t[0]
      t = SIMD2(b.b1 * y - b.a1 * z + t[1], b.b2 * y - b.a2 * z)
      power += z * z
    }
    (shelfState, highPassState) = (s, t)
    stepPower = power
  }

  @_noLocks private mutating func finishStep() {
    // What is no number would stay in the filters for ever.
    guard stepPower < .infinity else { return forget() }
    steps[stepsDone % Self.longBlockSteps] = stepPower
    stepsDone += 1
    frame = 0
    stepPower = 0
    if stepsDone >= Self.blockSteps {
      let block = mean(Self.blockSteps)
      blocks.add(block)
      finished = block
    }
    if stepsDone >= Self.longBlockSteps && stepsDone % Self.longBlockHop == 0 {
      longBlocks.add(mean(Self.longBlockSteps))
    }
  }

  /// Of the last steps.
  @_noLocks private func mean(_ count: Int) -> Double {
    var sum = 0.0
    for step in stepsDone - count..<stepsDone { sum += steps[step % Self.longBlockSteps] }
    return sum / Double(count * stepFrames)
  }
}
