import Signal

/// The power of what is steady in each bin: the minimum of the smoothed power over the last 1.5 s, lifted by the bias of a
/// minimum.
///
/// Source: R. Martin (2001), "Noise power spectral density estimation based on optimal smoothing and minimum statistics",
/// IEEE Trans. Speech Audio Process. 9(5); here with fixed smoothing (50 ms) and a fixed bias. Cost: 4 operations per bin and
/// hop, SIMD.
struct NoiseFloor: ~Copyable {
  /// The floor's power per bin.
  let power: FloatBuffer
  private let smoothed: FloatBuffer
  private let lowest: FloatBuffer
  private let earlier: ChannelBuffer
  private let share: Float
  private let hopsPerWindow: Int
  private var hops = 0
  private var oldest = 0
  private var isFresh = true

  private static var windows: Int { 6 }
  /// Mean over expected minimum, for about 10 independent periodograms per smoothed value. Martin (2001), eq. 17.
  private static var bias: Float { 1.8 }

  /// Build.
  init(grid: SeparationGrid) {
    let lanes = Spectra.lanes(for: grid.bins)
    power = FloatBuffer(count: lanes)
    smoothed = FloatBuffer(count: lanes)
    lowest = FloatBuffer(count: lanes)
    earlier = ChannelBuffer(channels: Self.windows, capacity: lanes)
    share = grid.share(seconds: 0.05)
    hopsPerWindow = max(1, Int(1.5 / grid.hopSeconds / Double(Self.windows)))
  }

  /// Audio.
  @_noLocks mutating func reset() {
    isFresh = true
    hops = 0
    oldest = 0
    power.clear()
  }

  /// Audio. `latest`: power per bin of this hop.
  @_noLocks mutating func update(_ latest: borrowing FloatBuffer) {
    if isFresh { start(latest) }
    let startsWindow = hops == hopsPerWindow
    hops = startsWindow ? 1 : hops + 1
    let shares = VectorMath.Lanes(repeating: share)
    var bin = 0
    while bin < power.count {
      let before = VectorMath.load(smoothed.pointer + bin)
      let now = VectorMath.multiplyAdd(before, shares, VectorMath.load(latest.pointer + bin) - before)
      VectorMath.store(now, smoothed.pointer + bin)
      var low = VectorMath.load(lowest.pointer + bin)
      if startsWindow {
        VectorMath.store(low, earlier[oldest] + bin)
        low = now
      } else {
        low = VectorMath.smaller(low, now)
      }
      VectorMath.store(low, lowest.pointer + bin)
      var floor = low
      for window in 0..<Self.windows { floor = VectorMath.smaller(floor, VectorMath.load(earlier[window] + bin)) }
      VectorMath.store(floor * Self.bias, power.pointer + bin)
      bin += 8
    }
    if startsWindow { oldest = (oldest + 1) % Self.windows }
  }

  @_noLocks private mutating func start(_ latest: borrowing FloatBuffer) {
    isFresh = false
    for bin in 0..<power.count {
      smoothed[bin] = latest[bin]
      lowest[bin] = latest[bin]
      for window in 0..<Self.windows { earlier[window][bin] = .greatestFiniteMagnitude }
    }
  }
}
