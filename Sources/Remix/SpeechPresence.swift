import Ambisonics
import CPlatform
import Signal

/// How much of each bin's power is speech, whether anybody speaks, and from where: what steers the separation.
///
/// The presence comes from the mask network where its weights could be read, else from the simpler cues.
/// Build: `init`. Audio: the rest.
struct SpeechPresence: ~Copyable {
  /// Per bin, 0…1.
  let presence: FloatBuffer
  /// Whether anybody speaks, 0…1.
  private(set) var activity: Float = 0
  private(set) var talker: TalkerDirection
  private(set) var field: IntensityField
  private var network: MaskNetwork?
  /// Only where there is no network.
  private var cues: CuePresence?
  private let speechBins: Range<Int>
  private let attack, release: Float
  /// As `activity`, but slow: whether anybody has spoken lately.
  private var recentActivity: Float = 0
  private let recentAttack, recentRelease: Float
  /// Below it hardly anybody has.
  private static var silence: Float { 0.4 }

  /// `weights`: path of the network's weights; nil for the cues. `warn` hears why a file cannot be used.
  init(grid: SeparationGrid, weights: String?, warn: (String) -> Void) {
    presence = FloatBuffer(count: Spectra.lanes(for: grid.bins))
    talker = TalkerDirection(grid: grid)
    field = IntensityField(grid: grid)
    speechBins = grid.bin(hz: 200)..<grid.bin(hz: 4000)
    attack = grid.share(seconds: 0.02)
    release = grid.share(seconds: 0.2)
    recentAttack = grid.share(seconds: 0.1)
    recentRelease = grid.share(seconds: 1.5)
    let network = Self.network(grid, weights, warn)
    cues = network == nil ? CuePresence(grid: grid) : nil
    self.network = network
  }

  private static func network(_ grid: SeparationGrid, _ path: String?, _ warn: (String) -> Void) -> MaskNetwork? {
    guard let path else { return nil }
    do throws(WeightsError) {
      return try MaskNetwork(path: path, grid: grid)
    } catch {
      warn(error.message)
      return nil
    }
  }

  @_noLocks mutating func reset() {
    presence.clear()
    activity = 0
    recentActivity = 0
    talker.reset()
    field.reset()
    cues?.reset()
    network?.reset()
  }

  /// Everything but `field` is ready with `.refine`; `spectra`: W Y Z X of the hop.
  @_noLocks mutating func update(_ part: HopPart, _ spectra: borrowing Spectra) {
    if part == .hear { field.update(spectra) }
    let isNetwork = network?.update(part, spectra, into: presence) != nil
    guard part == .refine else { return }
    if isNetwork {
      updateActivity()
      holdDown()
    } else {
      cues?.update(field, toward: talker, into: presence)
      activity = cues?.activity ?? 0
    }
    talker.update(field, presence: presence, activity: activity)
  }

  /// The share of speech in the bins of voices, each counted with the root of its power.
  @_noLocks private mutating func updateActivity() {
    var (speech, whole): (Float, Float) = (0, .leastNormalMagnitude)
    for bin in speechBins {
      let weight = field.rootPressure(bin)
      speech += weight * presence[bin]
      whole += weight
    }
    let evidence = min(2 * speech / whole, 1)
    activity += (evidence > activity ? attack : release) * (evidence - activity)
    recentActivity += (evidence > recentActivity ? recentAttack : recentRelease) * (evidence - recentActivity)
  }

  /// When nobody has spoken for a while, what little still passes for speech counts less: p³ in the end, in place of p.
  @_noLocks private func holdDown() {
    let share = 1 - recentActivity / Self.silence
    guard share > 0 else { return }
    var bin = 0
    while bin < presence.count {
      let p = VectorMath.load(presence.pointer + bin)
      VectorMath.store(p * (1 - share + share * p * p), presence.pointer + bin)
      bin += 8
    }
  }
}
