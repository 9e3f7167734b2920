import Ambisonics
import CPlatform
import Signal

/// The direction voices come from: the mean intensity vector of the bins that hold speech, over 0.4 s of speech.
///
/// It rests while nobody speaks. One direction: with several talkers at once it lies between them.
struct TalkerDirection {
  private(set) var direction = Direction(x: 1, y: 0, z: 0)
  /// Length of the mean of unit vectors, 0…1: 1 when all speech comes from one direction.
  private(set) var clarity: Float = 0
  private var mean = Direction(x: 0, y: 0, z: 0)
  private let share: Float
  private let bins: Range<Int>

  /// Build.
  init(grid: SeparationGrid) {
    share = grid.share(seconds: 0.4)
    bins = grid.bin(hz: 200)..<grid.bin(hz: 5000)
  }

  /// Audio.
  @_noLocks mutating func reset() {
    direction = Direction(x: 1, y: 0, z: 0)
    mean = Direction(x: 0, y: 0, z: 0)
    clarity = 0
  }

  /// Audio. `presence`: speech presence per bin; `activity`: 0…1, whether anybody speaks.
  @_noLocks mutating func update(_ field: borrowing IntensityField, presence: borrowing FloatBuffer, activity: Float) {
    var (x, y, z, total): (Float, Float, Float, Float) = (0, 0, 0, 0)
    for bin in bins {
      // The root of the power lets many bins vote, not the loudest alone.
      let weight = presence[bin] * field.directness[bin] * field.rootPressure(bin)
      x += weight * field.direction[0][bin]
      y += weight * field.direction[1][bin]
      z += weight * field.direction[2][bin]
      total += weight
    }
    guard total > 0 else { return }
    let step = share * activity
    mean.x += step * (x / total - mean.x)
    mean.y += step * (y / total - mean.y)
    mean.z += step * (z / total - mean.z)
    clarity = min(nf_rt_sqrt(mean.dot(mean)), 1)
    if clarity > 1e-6 { direction = mean.normalised() }
  }
}
