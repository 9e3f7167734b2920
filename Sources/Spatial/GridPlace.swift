import Ambisonics
import CPlatform

/// The four nodes of the grid of `PointResponses` around a direction, and their weights (bilinear in the two angles). Audio.
struct GridPlace {
  private let left, right, low: Int
  /// Below left and right, above left and right.
  let weights: SIMD4<Float>

  @_noLocks init(_ direction: Direction) {
    let azimuth = (direction.azimuthDegrees + 360) / 5
    let elevation = min(max((direction.elevationDegrees + 90) / 10, 0), 18)
    let (column, row) = (nf_rt_floor(azimuth), min(nf_rt_floor(elevation), 17))
    let (across, up) = (azimuth - column, elevation - row)
    left = Int(column) % PointResponses.azimuths
    right = (left + 1) % PointResponses.azimuths
    low = Int(row)
    weights = SIMD4((1 - across) * (1 - up), across * (1 - up), (1 - across) * up, across * up)
  }

  /// In the order of the weights.
  @_noLocks @inline(__always) func node(_ corner: Int) -> Int {
    PointResponses.node(azimuth: corner & 1 == 0 ? left : right, elevation: low + corner / 2)
  }
}
