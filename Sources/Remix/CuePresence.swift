import Ambisonics
import CPlatform
import Signal

/// How much of each bin's power is speech, 0…1, from what sets a voice apart from a place: it stands out of the steady
/// floor, comes from one direction, that of the talkers, and is voiced now and then.
///
/// The odds of speech are a product of one factor per cue; every cue is a ratio, so that the recording's level does not
/// matter. A classical estimator: its factors were set on simulated scenes outdoors and in rooms.
/// Source of the form: I. Cohen & B. Berdugo (2001), "Speech enhancement for non-stationary noise environments", Signal
/// Processing 81, eq. 29 (odds as a product); the sources of the cues are with their types.
struct CuePresence: ~Copyable {
  /// Whether anybody speaks, 0…1.
  private(set) var activity: Float = 0
  private var floor: NoiseFloor
  private var voicing: Voicing
  private let speechBins: Range<Int>
  private let attack: Float
  private let release: Float
  private let presenceShare: Float

  /// Build.
  init(grid: SeparationGrid) {
    floor = NoiseFloor(grid: grid)
    voicing = Voicing(grid: grid)
    speechBins = grid.bin(hz: 200)..<grid.bin(hz: 4000)
    attack = grid.share(seconds: 0.02)
    release = grid.share(seconds: 0.35)
    presenceShare = grid.share(seconds: 0.012)
  }

  /// Audio.
  @_noLocks mutating func reset() {
    activity = 0
    floor.reset()
    voicing.reset()
  }

  /// Audio. Moves `presence` on by one hop; `talker`: where voices were heard so far.
  @_noLocks mutating func update(
    _ field: borrowing IntensityField, toward talker: TalkerDirection, into presence: borrowing FloatBuffer
  ) {
    floor.update(field.pressurePower)
    voicing.update(field.pressurePower)
    updateActivity(field)
    updatePresence(field, talker, presence)
  }

  /// Voiced frames above the floor raise it at once; it lasts over the unvoiced sounds and gaps between them.
  @_noLocks private mutating func updateActivity(_ field: borrowing IntensityField) {
    var (power, steady): (Float, Float) = (0, 0)
    for bin in speechBins {
      power += field.pressurePower[bin]
      steady += floor.power[bin]
    }
    guard power > 0 else {
      activity -= release * activity
      return
    }
    let voiced = min(max((voicing.strength - 0.5) / 0.4, 0), 1)
    let prominent = min(max((power / (steady + .leastNormalMagnitude) - 1) / 4, 0), 1)
    let evidence = voiced * prominent
    activity += (evidence > activity ? attack : release) * (evidence - activity)
  }

  @_noLocks private func updatePresence(
    _ field: borrowing IntensityField, _ talker: TalkerDirection, _ presence: borrowing FloatBuffer
  ) {
    // Odds of speech before the bin's own cues: 1 : 30 in silence between words … 1.5 : 1 while someone speaks.
    let prior = VectorMath.Lanes(repeating: 0.01 + 2 * activity * activity)
    let toward = talker.direction
    let trust = VectorMath.Lanes(repeating: talker.clarity)
    let share = VectorMath.Lanes(repeating: presenceShare)
    var bin = 0
    while bin < presence.count {
      let power = VectorMath.load(field.pressurePower.pointer + bin)
      let steady = VectorMath.load(floor.power.pointer + bin) + Float.leastNormalMagnitude
      let prominence = VectorMath.smaller(
        VectorMath.larger(power / steady - 1, .zero), VectorMath.Lanes(repeating: 1e6))
      let direct = VectorMath.load(field.directness.pointer + bin)
      let directToDiffuse = direct / (1.02 - direct)
      let along =
        VectorMath.load(field.direction[0] + bin) * toward.x + VectorMath.load(field.direction[1] + bin) * toward.y
        + VectorMath.load(field.direction[2] + bin) * toward.z
      // (1 + cos)/2 to the sixth, as far as the talker's direction is known: 2 toward the talker, 0.04 at 90°.
      let half = 0.5 + 0.5 * along
      let facing = half * half * half * half * half * half * 2 + 0.01
      let near = 1 + trust * (facing - 1)
      let odds = prior * prominence * directToDiffuse * near
      let now = odds / (1 + odds)
      let before = VectorMath.load(presence.pointer + bin)
      VectorMath.store(VectorMath.multiplyAdd(before, share, now - before), presence.pointer + bin)
      bin += 8
    }
  }
}
