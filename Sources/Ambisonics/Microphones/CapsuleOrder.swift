/// The order in which the four capsules of a tetrahedral microphone come: front or back, left or right, up or down. Raw values
/// are permanent.
public enum CapsuleOrder: Int, CaseIterable, Sendable {
  /// Of nearly all microphones.
  case fluFrdBldBru = 0
  case fluFrdBruBld = 1
  case fluBldFrdBru = 2
  case fluBruFrdBld = 3
  /// The first, mirrored left to right: the other tetrahedron.
  case fruFldBrdBlu = 4
  /// The first, mirrored up to down.
  case fldFruBluBrd = 5

  /// Where channels 1 to 4 look.
  public var name: StaticString {
    switch self {
    case .fluFrdBldBru: "FLU FRD BLD BRU"
    case .fluFrdBruBld: "FLU FRD BRU BLD"
    case .fluBldFrdBru: "FLU BLD FRD BRU"
    case .fluBruFrdBld: "FLU BRU FRD BLD"
    case .fruFldBrdBlu: "FRU FLD BRD BLU"
    case .fldFruBluBrd: "FLD FRU BLU BRD"
    }
  }

  /// Any. Where a channel's capsule sits and looks, seen from the centre of the upright microphone.
  @_noLocks public func direction(of channel: Int) -> Direction {
    let corner = corner(of: channel)
    // 1/√3: a corner of the cube with the front at +x, the left at +y.
    let side: Float = 0.577_350_27
    return Direction(
      x: corner & 4 != 0 ? -side : side, y: corner & 2 != 0 ? -side : side, z: corner & 1 != 0 ? -side : side)
  }

  /// A bit each for back, right and down.
  @_noLocks private func corner(of channel: Int) -> Int {
    let (flu, frd, bld, bru) = (0b000, 0b011, 0b101, 0b110)
    switch (self, channel) {
    case (.fluFrdBldBru, 0), (.fluFrdBruBld, 0), (.fluBldFrdBru, 0), (.fluBruFrdBld, 0): return flu
    case (.fluFrdBldBru, 1), (.fluFrdBruBld, 1), (.fluBldFrdBru, 2), (.fluBruFrdBld, 2): return frd
    case (.fluFrdBldBru, 2), (.fluFrdBruBld, 3), (.fluBldFrdBru, 1), (.fluBruFrdBld, 3): return bld
    case (.fruFldBrdBlu, _): return CapsuleOrder.fluFrdBldBru.corner(of: channel) ^ 0b010
    case (.fldFruBluBrd, _): return CapsuleOrder.fluFrdBldBru.corner(of: channel) ^ 0b001
    default: return bru
    }
  }
}
