import CPlatform

/// How often which loudness was heard: blocks in steps of 0.1 LU from −70 to +30 LUFS, so that the memory is the same however long
/// a recording is. Each step keeps the sum of its blocks: means are exact but for the one step that a gate falls into.
///
/// Audio: `add`, `clear`. Build: `init` and what is read. Public because Embedded Swift destroys it in other modules.
public struct LoudnessHistogram: ~Copyable {
  private struct Step {
    var power = 0.0
    var blocks = 0
  }

  private let steps: UnsafeMutablePointer<Step>
  private static var count: Int { @_noLocks get { 1000 } }
  /// The mean square of −70 LUFS, the absolute gate, and its logarithm.
  private static var gate: Double { @_noLocks get { 1.1724653e-7 } }
  private static var gateLogarithm: Float { @_noLocks get { -15.958_987 } }
  /// Steps per neper of power.
  private static var stepsPerNeper: Float { @_noLocks get { 43.429_448 } }

  init() {
    steps = .allocate(capacity: Self.count)
    steps.initialize(repeating: Step(), count: Self.count)
  }

  deinit { steps.deallocate() }

  @_noLocks func clear() {
    for index in 0..<Self.count { steps[index] = Step() }
  }

  /// A block's weighted mean square.
  @_noLocks func add(_ power: Double) {
    guard power >= Self.gate else { return }
    let place = (nf_rt_log(Float(min(power, 1e30))) - Self.gateLogarithm) * Self.stepsPerNeper
    let step = steps + min(max(Int(place), 0), Self.count - 1)
    step.pointee.power += power
    step.pointee.blocks += 1
  }

  /// The mean of the blocks above the mean of all less a gate; nil where there is none.
  func gatedMean(gate: Double) -> Double? {
    mean(from: (mean(from: 0) ?? 0) * gate)
  }

  /// The powers below which 10 % and 95 % of the blocks are, of those above the mean of all less a gate; nil where there is none.
  func spread(gate: Double) -> (low: Double, high: Double)? {
    guard let all = mean(from: 0) else { return nil }
    let blocks = blocks(from: all * gate)
    let last = Double(blocks - 1)
    return (power(of: Int(0.1 * last + 0.5), from: all * gate), power(of: Int(0.95 * last + 0.5), from: all * gate))
  }

  private func isAbove(_ step: Step, _ power: Double) -> Bool {
    step.blocks > 0 && step.power / Double(step.blocks) >= power
  }

  private func mean(from power: Double) -> Double? {
    var (sum, blocks) = (0.0, 0)
    for index in 0..<Self.count where isAbove(steps[index], power) {
      sum += steps[index].power
      blocks += steps[index].blocks
    }
    return blocks > 0 ? sum / Double(blocks) : nil
  }

  private func blocks(from power: Double) -> Int {
    var blocks = 0
    for index in 0..<Self.count where isAbove(steps[index], power) { blocks += steps[index].blocks }
    return blocks
  }

  /// Of the block that comes after `number` softer ones.
  private func power(of number: Int, from power: Double) -> Double {
    var left = number
    for index in 0..<Self.count where isAbove(steps[index], power) {
      if left < steps[index].blocks { return steps[index].power / Double(steps[index].blocks) }
      left -= steps[index].blocks
    }
    return power
  }
}
