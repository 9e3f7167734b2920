import Signal

/// What of a voice's image came straight or with the first reflections, up to 50 ms; its late reverberation is taken off.
///
/// Power: the late part is that of 50 ms ago times what `RoomDecay` says is left of it. Space: the late part comes from
/// everywhere, the early part from where it does; the filter that takes voices from the place takes the one from the other.
/// Source: K. Lebart, J. Boucher, P. Denbigh (2001), "A new method based on spectral subtraction for speech dereverberation",
/// Acta Acustica 87(3), eq. 9 to 12, for the power. Cost: two thirds of `SpatialWienerFilter`. Audio but for `init`.
struct EarlySound: ~Copyable {
  private var decay: RoomDecay
  private let filter: SpatialWienerFilter
  private let smoothed: FloatBuffer
  /// Smoothed powers of the hops between now and what is late, a ring.
  private let past: ChannelBuffer
  private var next = 0
  /// Per bin, of the power.
  private let earlyShare: FloatBuffer
  private let smoothing: Float

  /// −14 dB.
  private static var leastShare: Float { @_noLocks get { 0.04 } }

  /// Build.
  init(grid: SeparationGrid) {
    let lanes = Spectra.lanes(for: grid.bins)
    let decay = RoomDecay(grid: grid)
    past = ChannelBuffer(channels: decay.earlyHops, capacity: lanes)
    self.decay = decay
    filter = SpatialWienerFilter(grid: grid, isAmbienceLearnt: false)
    smoothed = FloatBuffer(count: lanes)
    earlyShare = FloatBuffer(count: lanes)
    smoothing = grid.share(seconds: 0.03)
  }

  /// Audio.
  @_noLocks mutating func reset() {
    decay.reset()
    filter.reset()
    smoothed.clear()
    past.clear()
    next = 0
  }

  /// Audio. Reads the voice from `image` channels 0…3 (W Y Z X) and writes W of its early part to `channel`.
  @_noLocks mutating func process(_ image: borrowing Spectra, into channel: Int) {
    decay.update(image)
    let late = past[next]
    var bin = 0
    while bin < image.lanes {
      let before = VectorMath.load(smoothed.pointer + bin)
      let power = ComplexLanes(image, channel: 0, bin: bin).squaredMagnitude
      let now = VectorMath.multiplyAdd(before, VectorMath.Lanes(repeating: smoothing), power - before)
      let reverberation = VectorMath.load(late + bin) * VectorMath.load(decay.lateShare.pointer + bin)
      let early = 1 - reverberation / (now + Float.leastNormalMagnitude)
      VectorMath.store(
        VectorMath.larger(early, VectorMath.Lanes(repeating: Self.leastShare)), earlyShare.pointer + bin)
      VectorMath.store(now, smoothed.pointer + bin)
      VectorMath.store(now, late + bin)
      bin += 8
    }
    next = (next + 1) % past.channels
    filter.learn(image, presence: earlyShare)
    filter.filterPressure(image, presence: earlyShare, into: image, channel: channel)
  }
}
