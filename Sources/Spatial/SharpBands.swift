import CPlatform
import Signal

/// Bands of whole bins, two ERB wide but one bin at least, from bin 1 on: where the sharp renderer knows one direction each.
///
/// Source of the width: Glasberg & Moore (1990), eq. 4. Build: `init`. Audio: reading.
struct SharpBands: ~Copyable {
  private static let widthERB = 2.0

  let count: Int
  /// First bin of every band, and the end of the last.
  private let starts: FloatBuffer

  init(bins: Int, binHz: Double) {
    var list = [1]
    while let start = list.last, start < bins {
      let number = ERBBands.erbNumber(hz: (Double(start) - 0.5) * binHz) + SharpBands.widthERB
      let end = Int((ERBBands.hz(erbNumber: number) / binHz + 0.5).rounded())
      list.append(min(max(end, start + 1), bins))
    }
    count = list.count - 1
    starts = FloatBuffer(count: list.count)
    for (band, start) in list.enumerated() { starts[band] = Float(start) }
  }

  @_noLocks func start(_ band: Int) -> Int { Int(starts[band]) }
  @_noLocks func end(_ band: Int) -> Int { Int(starts[band + 1]) }
}
