import Signal

/// The speech image: per bin the 4×4 Wiener filter s = p·Γₛ (p·Γₛ + (1 − p)·Γₐ)⁻¹ x.
///
/// p is the speech presence; Γₛ and Γₐ are the spatial covariances of speech and ambience, of trace 1, averaged over time
/// with p² and (1 − p)² as weights and each hop counting the same whatever its level. Only real parts are kept: the channels of
/// a plane wave are in phase, and those of a diffuse field not related. Both carry a small diffuse part: so the
/// filter is exactly x for p = 1 and exactly 0 for p = 0, and the plain mask p·x where the two covariances agree.
/// Source: N. Duong, E. Vincent, R. Gribonval (2010), "Under-determined reverberant audio source separation using a
/// full-rank spatial covariance model", IEEE Trans. Audio Speech Lang. Process. 18(7), eq. 6, 14; the recursion is ours.
/// Cost: about 150 multiply-adds per bin and hop, eight bins at a time. No latency of its own.
struct SpatialWienerFilter: ~Copyable {
  private let speech: ChannelBuffer
  private let ambience: ChannelBuffer
  private let speechShare: Float
  private let ambienceShare: Float
  private let isAmbienceLearnt: Bool

  /// The diffuse part of either covariance.
  private static var diffuseShare: Float { 0.01 }

  /// Build. `isAmbienceLearnt`: otherwise the ambience is a diffuse field, now and always.
  init(grid: SeparationGrid, isAmbienceLearnt: Bool = true) {
    self.isAmbienceLearnt = isAmbienceLearnt
    let lanes = Spectra.lanes(for: grid.bins)
    speech = ChannelBuffer(channels: SymmetricLanes.planes, capacity: lanes)
    ambience = ChannelBuffer(channels: SymmetricLanes.planes, capacity: lanes)
    speechShare = grid.share(seconds: 0.15)
    ambienceShare = grid.share(seconds: 0.3)
    reset()
  }

  /// Audio. Both covariances start as those of a diffuse field.
  @_noLocks func reset() {
    speech.clear()
    ambience.clear()
    for plane in 0..<4 {
      let power: Float = plane == 0 ? 0.5 : 0.5 / 3
      for bin in 0..<speech.capacity {
        speech[plane][bin] = power
        ambience[plane][bin] = power
      }
    }
  }

  /// Audio. Learns from this hop's spectra `x` (W Y Z X) and the speech `presence` of each bin.
  @_noLocks func learn(_ x: borrowing Spectra, presence: borrowing FloatBuffer) {
    var bin = 0
    while bin < x.lanes {
      let now = SymmetricLanes(outerProductOf: Self.field(x, bin))
      let trace = now.trace
      // Silence teaches nothing.
      let heard = VectorMath.Lanes.zero.replacing(with: 1, where: trace .> Float.leastNormalMagnitude)
      let scale = 1 / (trace + Float.leastNormalMagnitude)
      let p = VectorMath.load(presence.pointer + bin)
      SymmetricLanes(speech, bin: bin).moved(to: now, scale: scale, share: heard * p * p * speechShare)
        .store(speech, bin: bin)
      if isAmbienceLearnt {
        let q = 1 - p
        SymmetricLanes(ambience, bin: bin).moved(to: now, scale: scale, share: heard * q * q * ambienceShare)
          .store(ambience, bin: bin)
      }
      bin += 8
    }
  }

  /// Audio. `image`: channels 0…3 become the speech image of `x`.
  @_noLocks func filter(_ x: borrowing Spectra, presence: borrowing FloatBuffer, into image: borrowing Spectra) {
    var bin = 0
    while bin < x.lanes {
      let p = VectorMath.load(presence.pointer + bin)
      let s = solution(x, bin, presence: p)
      s.0.scaled(p).store(image, channel: 0, bin: bin)
      s.1.scaled(p).store(image, channel: 1, bin: bin)
      s.2.scaled(p).store(image, channel: 2, bin: bin)
      s.3.scaled(p).store(image, channel: 3, bin: bin)
      bin += 8
    }
  }

  /// Audio. The same of W alone: `output`'s `channel` becomes W of the speech image.
  @_noLocks
  func filterPressure(
    _ x: borrowing Spectra, presence: borrowing FloatBuffer, into output: borrowing Spectra, channel: Int
  ) {
    var bin = 0
    while bin < x.lanes {
      let p = VectorMath.load(presence.pointer + bin)
      solution(x, bin, presence: p).0.scaled(p).store(output, channel: channel, bin: bin)
      bin += 8
    }
  }

  /// The speech image without the factor p.
  @inline(__always) @_noLocks
  private func solution(_ x: borrowing Spectra, _ bin: Int, presence p: VectorMath.Lanes) -> FieldLanes {
    let speechPart = Self.regularised(SymmetricLanes(speech, bin: bin))
    let whole = speechPart.combined(Self.regularised(SymmetricLanes(ambience, bin: bin)), p, 1 - p)
    return speechPart.times(whole.solve(Self.field(x, bin)))
  }

  @inline(__always) @_noLocks private static func field(_ x: borrowing Spectra, _ bin: Int) -> FieldLanes {
    (
      ComplexLanes(x, channel: 0, bin: bin), ComplexLanes(x, channel: 1, bin: bin),
      ComplexLanes(x, channel: 2, bin: bin), ComplexLanes(x, channel: 3, bin: bin)
    )
  }

  @inline(__always) @_noLocks private static func regularised(_ covariance: SymmetricLanes) -> SymmetricLanes {
    var sum = covariance
    sum.d0 += 0.5 * diffuseShare
    sum.d1 += 0.5 / 3 * diffuseShare
    sum.d2 += 0.5 / 3 * diffuseShare
    sum.d3 += 0.5 / 3 * diffuseShare
    return sum
  }
}
