import CPlatform
import Signal

/// How well each band's direction agrees with the directions of the talkers and of their surroundings, as far as a first mask tells them apart.
///
/// Directions are recursive means of the weighted intensity of `MaskFeatures`, counted with m² for speech and with (1 − m)² for
/// the rest: over the whole field (talker fast and slow, surroundings), and in each band. `Training/README.md` has the formulas.
/// Build: `init`. Audio: the rest; about 1 µs per hop.
struct TalkerAgreement: ~Copyable {
  /// How clear the directions are, 0…1.
  private(set) var talkerClarity: Float = 0
  private(set) var surroundingsClarity: Float = 0
  /// Talker fast, talker slow, surroundings: x, y, z, weight each.
  private let whole: FloatBuffer
  /// Per band x, y, z: of speech, then of the rest.
  private let own: ChannelBuffer
  /// 1 in the bands that count for the whole field.
  private let steering: FloatBuffer
  private let shares: (talker: Float, talkers: Float, surroundings: Float, band: Float)
  private let lanes: Int

  /// Planes that `update` writes.
  static var planes: Int { @_noLocks get { 5 } }

  init(grid: SeparationGrid, layout: MaskLayout) {
    lanes = SharedWeights.lanes(for: layout.bands)
    whole = FloatBuffer(count: 12)
    own = ChannelBuffer(channels: 6, capacity: lanes)
    steering = FloatBuffer(count: lanes)
    for band in MaskFeatures.steeringBands { steering[band] = 1 }
    shares = (
      grid.share(seconds: layout.talkerSeconds), grid.share(seconds: layout.talkersSeconds),
      grid.share(seconds: layout.surroundingsSeconds), grid.share(seconds: layout.bandSeconds)
    )
  }

  @_noLocks mutating func reset() {
    whole.clear()
    own.clear()
    (talkerClarity, surroundingsClarity) = (0, 0)
  }

  /// `mask`: per band, from `SharedWeights.margin` on; `field`: as `MaskFeatures.field`; `planes`: five from `first` on, −1…1.
  @_noLocks mutating func update(
    mask: UnsafePointer<Float>, field: borrowing ChannelBuffer, into planes: borrowing ChannelBuffer, first: Int
  ) {
    follow(mask, field)
    let talker = direction(0)
    let talkers = direction(4)
    let surroundings = direction(8)
    talkerClarity = talkers.clarity
    surroundingsClarity = surroundings.clarity
    var band = 0
    while band < lanes {
      let g = (VectorMath.load(field[3] + band), VectorMath.load(field[4] + band), VectorMath.load(field[5] + band))
      let place = SharedWeights.margin + band
      VectorMath.store(talker.along(g), planes[first] + place)
      VectorMath.store(talkers.along(g), planes[first + 1] + place)
      VectorMath.store(surroundings.along(g), planes[first + 2] + place)
      VectorMath.store(agreement(g, with: 0, band), planes[first + 3] + place)
      VectorMath.store(agreement(g, with: 3, band), planes[first + 4] + place)
      band += 8
    }
  }

  /// Moves all means on by one hop.
  @_noLocks private func follow(_ mask: UnsafePointer<Float>, _ field: borrowing ChannelBuffer) {
    typealias Lanes = VectorMath.Lanes
    var near = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
    var far = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
    let share = Lanes(repeating: shares.band)
    var band = 0
    while band < lanes {
      let m = VectorMath.load(mask + band)
      let (speech, rest) = (m * m, (1 - m) * (1 - m))
      let pull = (VectorMath.load(field[0] + band), VectorMath.load(field[1] + band), VectorMath.load(field[2] + band))
      move(0, band, speech * pull.0, share)
      move(1, band, speech * pull.1, share)
      move(2, band, speech * pull.2, share)
      move(3, band, rest * pull.0, share)
      move(4, band, rest * pull.1, share)
      move(5, band, rest * pull.2, share)
      let counts = VectorMath.load(steering.pointer + band)
      let weight = VectorMath.load(field[6] + band)
      let (s, r) = (speech * counts, rest * counts)
      near.0 = VectorMath.multiplyAdd(near.0, s, pull.0)
      near.1 = VectorMath.multiplyAdd(near.1, s, pull.1)
      near.2 = VectorMath.multiplyAdd(near.2, s, pull.2)
      near.3 = VectorMath.multiplyAdd(near.3, s, weight)
      far.0 = VectorMath.multiplyAdd(far.0, r, pull.0)
      far.1 = VectorMath.multiplyAdd(far.1, r, pull.1)
      far.2 = VectorMath.multiplyAdd(far.2, r, pull.2)
      far.3 = VectorMath.multiplyAdd(far.3, r, weight)
      band += 8
    }
    let speech = SIMD4(near.0.sum(), near.1.sum(), near.2.sum(), near.3.sum())
    let rest = SIMD4(far.0.sum(), far.1.sum(), far.2.sum(), far.3.sum())
    move(0, speech, shares.talker)
    move(4, speech, shares.talkers)
    move(8, rest, shares.surroundings)
  }

  @inline(__always) @_noLocks
  private func move(_ plane: Int, _ band: Int, _ value: VectorMath.Lanes, _ share: VectorMath.Lanes) {
    let old = VectorMath.load(own[plane] + band)
    VectorMath.store(VectorMath.multiplyAdd(old, share, value - old), own[plane] + band)
  }

  @inline(__always) @_noLocks private func move(_ place: Int, _ value: SIMD4<Float>, _ share: Float) {
    for axis in 0..<4 { whole[place + axis] += share * (value[axis] - whole[place + axis]) }
  }

  private struct Toward {
    var x, y, z, clarity: Float

    @inline(__always) @_noLocks
    func along(_ g: (VectorMath.Lanes, VectorMath.Lanes, VectorMath.Lanes)) -> VectorMath.Lanes {
      g.0 * x + g.1 * y + g.2 * z
    }
  }

  @_noLocks private func direction(_ place: Int) -> Toward {
    let (x, y, z) = (whole[place], whole[place + 1], whole[place + 2])
    let length = nf_rt_sqrt(x * x + y * y + z * z)
    let scale = 1 / (length + 1e-6)
    return Toward(x: x * scale, y: y * scale, z: z * scale, clarity: length / (whole[place + 3] + 1e-6))
  }

  @inline(__always) @_noLocks
  private func agreement(
    _ g: (VectorMath.Lanes, VectorMath.Lanes, VectorMath.Lanes), with plane: Int, _ band: Int
  ) -> VectorMath.Lanes {
    let (x, y, z) = (
      VectorMath.load(own[plane] + band), VectorMath.load(own[plane + 1] + band), VectorMath.load(own[plane + 2] + band)
    )
    return (g.0 * x + g.1 * y + g.2 * z) / (VectorMath.squareRoot(x * x + y * y + z * z) + 1e-6)
  }
}
