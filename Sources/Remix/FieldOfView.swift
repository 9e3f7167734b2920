import Ambisonics
import CPlatform
import Signal

/// The horizontal sector whose voices an In-Frame remix keeps, with a soft edge of 15° on either side of it.
struct FieldOfView {
  private let centre: Direction
  /// Cosines of the angles where a voice begins to fade and is gone.
  private let inner, outer: Float

  private static var edgeDegrees: Float { 15 }

  /// Audio. `widthDegrees`: of the whole sector.
  @_noLocks init(azimuthDegrees: Float, widthDegrees: Float) {
    centre = Direction(azimuthDegrees: azimuthDegrees, elevationDegrees: 0)
    let half = min(widthDegrees / 2, 180)
    inner = nf_rt_cos(half * (.pi / 180))
    outer = nf_rt_cos(min(half + Self.edgeDegrees, 180) * (.pi / 180))
  }

  /// Audio. `framed` = `presence` of the bins whose sound comes from within the sector.
  @_noLocks
  func apply(to presence: borrowing FloatBuffer, _ field: borrowing IntensityField, into framed: borrowing FloatBuffer)
  {
    let span = 1 / max(inner - outer, 1e-4)
    let (zero, one) = (VectorMath.Lanes.zero, VectorMath.Lanes.one)
    var bin = 0
    while bin < presence.count {
      let x = VectorMath.load(field.direction[0] + bin)
      let y = VectorMath.load(field.direction[1] + bin)
      let level = VectorMath.squareRoot(x * x + y * y) + 1e-6
      let cosine = (x * centre.x + y * centre.y) / level
      let inside = VectorMath.smaller(VectorMath.larger((cosine - outer) * span, zero), one)
      VectorMath.store(VectorMath.load(presence.pointer + bin) * inside, framed.pointer + bin)
      bin += 8
    }
  }
}
