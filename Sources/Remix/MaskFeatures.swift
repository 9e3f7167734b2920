import CPlatform
import Signal

/// What the mask network sees of a hop: seven features per band and nine of the whole field, all of them ratios.
///
/// The formulas, with the same names, are in `Training/README.md`; time constants are in seconds and bands in Hz, so that
/// the network sees the same at any sample rate. Build: `init`. Audio: the rest; about 10 µs per hop.
struct MaskFeatures: ~Copyable {
  let bands: ERBBands
  /// Block after block of `bands.count` values, then the nine.
  let values: FloatBuffer
  /// Per band, padded with zeros: ω·I/E (x, y, z), G (x, y, z), ω.
  let spatial: ChannelBuffer
  var count: Int { @_noLocks get { Self.perBand * bands.count + 9 } }
  static var perBand: Int { @_noLocks get { 7 } }

  /// |W|², |X|² + |Y|² + |Z|², and the active intensity x, y, z: per bin, then per band.
  private let perBin: ChannelBuffer
  private let pressure, velocity, intensityX, intensityY, intensityZ: FloatBuffer
  private let levelMean: FloatBuffer
  /// Smoothed intensity (3 planes) and energy, re the level.
  private let field: ChannelBuffer
  private let running: FloatBuffer
  private let levelBins: Range<Int>
  private let rise, fall, fieldShare, normShare, fastShare, slowShare, floor: Float

  /// The bands whose directions count for the whole field.
  static var steeringBands: Range<Int> { @_noLocks get { 4..<80 } }

  // Places in `running`.
  private static var level: Int { 0 }
  private static var hops: Int { 1 }
  private static var fast: Int { 2 }
  private static var slow: Int { 6 }

  init(grid: SeparationGrid, layout: MaskLayout) {
    bands = ERBBands(
      linear: layout.singles, linearSpacingHz: layout.singleSpacingHz, count: layout.bands, highestHz: layout.topHz,
      bins: grid.bins, binSpacingHz: grid.binSpacingHz)
    let count = layout.bands
    values = FloatBuffer(count: Self.perBand * count + 9)
    spatial = ChannelBuffer(channels: 7, capacity: SharedWeights.lanes(for: count))
    perBin = ChannelBuffer(channels: 5, capacity: Spectra.lanes(for: grid.bins))
    pressure = FloatBuffer(count: count)
    velocity = FloatBuffer(count: count)
    intensityX = FloatBuffer(count: count)
    intensityY = FloatBuffer(count: count)
    intensityZ = FloatBuffer(count: count)
    levelMean = FloatBuffer(count: count)
    field = ChannelBuffer(channels: 4, capacity: count)
    running = FloatBuffer(count: 10)
    levelBins = grid.bin(hz: 4 * layout.singleSpacingHz)..<grid.bin(hz: 128 * layout.singleSpacingHz)
    rise = grid.share(seconds: layout.riseSeconds)
    fall = grid.share(seconds: layout.fallSeconds)
    fieldShare = grid.share(seconds: layout.fieldSeconds)
    normShare = grid.share(seconds: layout.normSeconds)
    fastShare = grid.share(seconds: layout.fastSeconds)
    slowShare = grid.share(seconds: layout.slowSeconds)
    floor = layout.floor
  }

  @_noLocks func reset() {
    levelMean.clear()
    field.clear()
    running.clear()
  }

  /// `x`: W Y Z X of this hop.
  @_noLocks func update(_ x: borrowing Spectra) {
    measure(x)
    bands.average(perBin[0], into: pressure)
    bands.average(perBin[1], into: velocity)
    bands.average(perBin[2], into: intensityX)
    bands.average(perBin[3], into: intensityY)
    bands.average(perBin[4], into: intensityZ)
    let loudness = updateLevel()
    let level = max(running[Self.level], 1e-20)
    describeBands(perLevel: 1 / level)
    let fast = steer(Self.fast, share: fastShare)
    let slow = steer(Self.slow, share: slowShare)
    describeDirections(fast, block: 5)
    describeDirections(slow, block: 6)
    let whole = Self.perBand * bands.count
    values[whole] = fast.x
    values[whole + 1] = fast.y
    values[whole + 2] = fast.z
    values[whole + 3] = fast.clarity
    values[whole + 4] = slow.x
    values[whole + 5] = slow.y
    values[whole + 6] = slow.z
    values[whole + 7] = slow.clarity
    values[whole + 8] = Self.log10(loudness / level + floor)
  }

  @_noLocks private func measure(_ x: borrowing Spectra) {
    var bin = 0
    while bin < x.lanes {
      let w = ComplexLanes(x, channel: 0, bin: bin)
      let y = ComplexLanes(x, channel: 1, bin: bin)
      let z = ComplexLanes(x, channel: 2, bin: bin)
      let front = ComplexLanes(x, channel: 3, bin: bin)
      VectorMath.store(w.squaredMagnitude, perBin[0] + bin)
      VectorMath.store(front.squaredMagnitude + y.squaredMagnitude + z.squaredMagnitude, perBin[1] + bin)
      VectorMath.store(w.timesConjugate(front).re, perBin[2] + bin)
      VectorMath.store(w.timesConjugate(y).re, perBin[3] + bin)
      VectorMath.store(w.timesConjugate(z).re, perBin[4] + bin)
      bin += 8
    }
  }

  /// Moves the running level; returns the mean power of this hop.
  @_noLocks private func updateLevel() -> Float {
    var power: Float = 0
    for bin in levelBins { power += perBin[0][bin] }
    power /= Float(levelBins.count)
    let share = max(power > running[Self.level] ? rise : fall, startShare)
    running[Self.level] += share * (power - running[Self.level])
    return power
  }

  /// 1/(t + 1): recursive means start as plain means.
  private var startShare: Float { @_noLocks get { 1 / (running[Self.hops] + 1) } }

  @_noLocks private func describeBands(perLevel: Float) {
    let count = bands.count
    let normStep = max(normShare, startShare)
    for band in 0..<count {
      let (p, v) = (pressure[band], velocity[band])
      let e = 0.5 * (p + v) + 1e-20
      let logPower = Self.log10(p * perLevel + floor)
      values[band] = logPower
      levelMean[band] += normStep * (logPower - levelMean[band])
      values[count + band] = logPower - levelMean[band]
      let (x, y, z) = (intensityX[band], intensityY[band], intensityZ[band])
      // Divided first: squares of very small intensities would vanish.
      values[2 * count + band] = Self.length(x / e, y / e, z / e)
      smooth(0, band, x * perLevel)
      smooth(1, band, y * perLevel)
      smooth(2, band, z * perLevel)
      smooth(3, band, e * perLevel)
      let perEnergy = 1 / (field[3][band] + 1e-12)
      let g = (field[0][band] * perEnergy, field[1][band] * perEnergy, field[2][band] * perEnergy)
      values[3 * count + band] = Self.length(g.0, g.1, g.2)
      place(3, band, g)
      let weight = nf_rt_sqrt(e * perLevel)
      place(0, band, (weight * (x / e), weight * (y / e), weight * (z / e)))
      spatial[6][band] = weight
      let ratio = Self.log10((v * perLevel + 1e-8) / (p * perLevel + 1e-8))
      values[4 * count + band] = min(max(ratio, -2), 2)
    }
    // Counting stops where it no longer matters: the count stays exact.
    running[Self.hops] = min(running[Self.hops] + 1, 1e6)
  }

  @inline(__always) @_noLocks private func smooth(_ plane: Int, _ band: Int, _ value: Float) {
    field[plane][band] += fieldShare * (value - field[plane][band])
  }

  @inline(__always) @_noLocks private func place(_ plane: Int, _ band: Int, _ vector: (Float, Float, Float)) {
    spatial[plane][band] = vector.0
    spatial[plane + 1][band] = vector.1
    spatial[plane + 2][band] = vector.2
  }

  private struct Pull {
    var x, y, z, clarity: Float
  }

  /// Where the field's energy pulls, over one of the two time constants.
  @_noLocks private func steer(_ place: Int, share: Float) -> Pull {
    var (x, y, z, total): (Float, Float, Float, Float) = (0, 0, 0, 0)
    for band in Self.steeringBands {
      x += spatial[0][band]
      y += spatial[1][band]
      z += spatial[2][band]
      total += spatial[6][band]
    }
    running[place] += share * (x - running[place])
    running[place + 1] += share * (y - running[place + 1])
    running[place + 2] += share * (z - running[place + 2])
    running[place + 3] += share * (total - running[place + 3])
    let length = Self.length(running[place], running[place + 1], running[place + 2])
    let scale = 1 / (length + 1e-6)
    return Pull(
      x: running[place] * scale, y: running[place + 1] * scale, z: running[place + 2] * scale,
      clarity: length / (running[place + 3] + 1e-6))
  }

  @_noLocks private func describeDirections(_ pull: Pull, block: Int) {
    for band in 0..<bands.count {
      values[block * bands.count + band] =
        spatial[3][band] * pull.x + spatial[4][band] * pull.y + spatial[5][band] * pull.z
    }
  }

  @inline(__always) @_noLocks private static func length(_ x: Float, _ y: Float, _ z: Float) -> Float {
    nf_rt_sqrt(x * x + y * y + z * z)
  }

  @inline(__always) @_noLocks private static func log10(_ x: Float) -> Float { 0.4342944819 * nf_rt_log(x) }
}
