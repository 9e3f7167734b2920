import CPlatform
import Signal

/// Where the sound of each bin comes from, and how clearly: the active intensity I = Re{W*·(X, Y, Z)} beside the energy
/// E = (|W|² + |X|² + |Y|² + |Z|²)/2, both smoothed over 40 ms.
///
/// |I|/E is 1 for one plane wave and 0 in a diffuse field (SN3D). Source: J. Merimaa & V. Pulkki (2005), "Spatial impulse
/// response rendering I", JAES 53(12), eq. 3 to 6. Cost: 20 operations per bin and hop, SIMD.
struct IntensityField: ~Copyable {
  /// |I|/E per bin, 0…1.
  let directness: FloatBuffer
  /// Unit vector of I: x, y, z planes.
  let direction: ChannelBuffer
  /// |W|² per bin of this hop.
  let pressurePower: FloatBuffer
  private let smoothed: ChannelBuffer
  private let share: Float

  /// Build.
  init(grid: SeparationGrid) {
    let lanes = Spectra.lanes(for: grid.bins)
    directness = FloatBuffer(count: lanes)
    direction = ChannelBuffer(channels: 3, capacity: lanes)
    pressurePower = FloatBuffer(count: lanes)
    smoothed = ChannelBuffer(channels: 4, capacity: lanes)
    share = grid.share(seconds: 0.04)
  }

  /// Audio.
  @_noLocks mutating func reset() {
    smoothed.clear()
    directness.clear()
    direction.clear()
  }

  /// Audio. `field`: W Y Z X of this hop.
  @_noLocks mutating func update(_ field: borrowing Spectra) {
    var bin = 0
    while bin < field.lanes {
      let (wr, wi) = Self.load(field, 0, bin)
      let (yr, yi) = Self.load(field, 1, bin)
      let (zr, zi) = Self.load(field, 2, bin)
      let (xr, xi) = Self.load(field, 3, bin)
      let pressure = wr * wr + wi * wi
      let energy = 0.5 * (pressure + (xr * xr + xi * xi) + (yr * yr + yi * yi) + (zr * zr + zi * zi))
      VectorMath.store(pressure, pressurePower.pointer + bin)
      let e = smooth(3, bin, energy)
      // Divided by the energy first: squares of very small intensities would vanish.
      let perEnergy = 1 / (e + Float.leastNormalMagnitude)
      let ix = smooth(0, bin, wr * xr + wi * xi) * perEnergy
      let iy = smooth(1, bin, wr * yr + wi * yi) * perEnergy
      let iz = smooth(2, bin, wr * zr + wi * zi) * perEnergy
      let length = VectorMath.squareRoot(ix * ix + iy * iy + iz * iz)
      let scale = 1 / (length + 1e-6)
      VectorMath.store(ix * scale, direction[0] + bin)
      VectorMath.store(iy * scale, direction[1] + bin)
      VectorMath.store(iz * scale, direction[2] + bin)
      VectorMath.store(VectorMath.smaller(length, .one), directness.pointer + bin)
      bin += 8
    }
  }

  /// |W| of one bin of this hop.
  @_noLocks func rootPressure(_ bin: Int) -> Float { nf_rt_sqrt(pressurePower[bin]) }

  @inline(__always) @_noLocks
  private func smooth(_ plane: Int, _ bin: Int, _ value: VectorMath.Lanes) -> VectorMath.Lanes {
    let before = VectorMath.load(smoothed[plane] + bin)
    let now = VectorMath.multiplyAdd(before, VectorMath.Lanes(repeating: share), value - before)
    VectorMath.store(now, smoothed[plane] + bin)
    return now
  }

  @inline(__always) @_noLocks
  private static func load(
    _ field: borrowing Spectra, _ channel: Int, _ bin: Int
  ) -> (VectorMath.Lanes, VectorMath.Lanes) {
    (VectorMath.load(field.real(channel) + bin), VectorMath.load(field.imaginary(channel) + bin))
  }
}
