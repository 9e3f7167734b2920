import CPlatform
import Signal

/// How often which balance of voice and place was heard: what tells how loud any remix of a whole recording is, however long it is.
///
/// Blocks of 400 ms go into cells: the loudness of what was recorded, from −70 to +20 LUFS in steps of 1 LU, and voice re place, from −30 to
/// +30 dB in steps of 2 dB. Each cell keeps the sums of its blocks, so that means are exact but for the cells that a gate falls into.
/// 90 kB. Audio: `add`, `clear`. Build: the rest. Source of the gates: ITU-R BS.1770-5, annex 1.
/// Public because Embedded Swift destroys it in other modules.
public struct BalanceHistogram: ~Copyable {
  private struct Cell {
    /// Of voice and place, and of all.
    var voice = 0.0
    var place = 0.0
    var whole = 0.0
    var blocks = 0.0
  }

  private let cells: UnsafeMutablePointer<Cell>
  private static var levels: Int { @_noLocks get { 90 } }
  private static var balances: Int { @_noLocks get { 31 } }
  private static var count: Int { @_noLocks get { levels * balances } }
  /// The mean square of −70 LUFS.
  private static var gate: Float { @_noLocks get { 1.1724653e-7 } }

  init() {
    cells = .allocate(capacity: Self.count)
    cells.initialize(repeating: Cell(), count: Self.count)
  }

  deinit { cells.deallocate() }

  @_noLocks func clear() {
    for index in 0..<Self.count { cells[index] = Cell() }
  }

  /// Mean squares of a block, weighted like loudness: of the recording and of its two parts.
  @_noLocks func add(whole: Double, voice: Double, place: Double) {
    guard whole < .infinity, voice < .infinity, place < .infinity else { return }
    let level = Self.decibels(Float(whole) / Self.gate)
    guard level >= 0 else { return }
    let balance = 0.5 * Self.decibels(Float(voice + 1e-20) / Float(place + 1e-20)) + 0.5 * Float(Self.balances)
    let row = min(Int(level), Self.levels - 1)
    let cell = cells + row * Self.balances + Int(min(max(balance, 0), Float(Self.balances - 1)))
    cell.pointee.voice += voice
    cell.pointee.place += place
    cell.pointee.whole += whole
    cell.pointee.blocks += 1
  }

  /// Of a ratio of powers.
  @_noLocks private static func decibels(_ ratio: Float) -> Float {
    4.342_945 * nf_rt_log(min(max(ratio, 1e-30), 1e30))
  }

  /// The gain of all of the voice with which the whole is as loud as it was recorded, with `place` as the place's gain; within the bounds of
  /// `RemixLaw`. Nil where nothing was heard.
  func voiceGain(place: Double) -> Double? {
    let recorded = loudness(voice: 1, place: 1)
    guard recorded > 0 else { return nil }
    var (low, high) = (Double(RemixLaw.leastVoice), Double(RemixLaw.mostVoice))
    if loudness(voice: low, place: place) >= recorded { return low }
    if loudness(voice: high, place: place) <= recorded { return high }
    // The gates make steps: nothing cleverer is safe.
    for _ in 0..<20 {
      let middle = 0.5 * (low + high)
      if loudness(voice: middle, place: place) < recorded { low = middle } else { high = middle }
    }
    return 0.5 * (low + high)
  }

  /// As power, gated; 0 where there is none.
  private func loudness(voice: Double, place: Double) -> Double {
    let audible = mean(voice, place, above: Double(Self.gate))
    return mean(voice, place, above: max(0.1 * audible, Double(Self.gate)))
  }

  private func mean(_ voice: Double, _ place: Double, above gate: Double) -> Double {
    var (sum, blocks) = (0.0, 0.0)
    for index in 0..<Self.count where cells[index].blocks > 0 {
      let cell = cells[index]
      let common = cell.whole - cell.voice - cell.place
      let power = voice * voice * cell.voice + voice * place * common + place * place * cell.place
      guard power >= gate * cell.blocks else { continue }
      sum += power
      blocks += cell.blocks
    }
    return blocks > 0 ? sum / blocks : 0
  }
}
