import CPlatform
import Signal

/// Wind at the capsules and hands at the microphone, told from sound by what no sound field does, and taken out.
///
/// What turbulence and touch do to one capsule the others do not hear. Encoded, it makes the velocity channels far stronger than
/// the pressure, and not coherent with it. With P = |W|², V = |X|² + |Y|² + |Z|², and N = V less what is coherent with W, means
/// over 60 ms and three bins: N is at most P in any far field (SN3D: P when diffuse, 0 in a plane wave), and 9·P for
/// independent noises in four cardioid capsules. Per bin, below 1 kHz: of V what N is above 1.5·P is noise; of P 1.5 times what
/// that is in noise with N = ρ·P, as means this short scatter; and V keeps no more than P does. ρ belongs to the microphone:
/// N over P where noise stands out most, 5 to begin with. All that only while N exceeds 1.5·P over the bins below 400 Hz
/// together, as in some of them room modes do. Gains are at least −30 dB.
/// Source: D. Mirabilii, E. Habets (2018), "On the difference-to-sum power ratio of speech and wind noise based on the Corcos
/// model", for the ratio V/P with two microphones; the rule for first-order fields is ours.
/// Cost: about 80 operations per bin and hop in 40 bins. Build: `init`. Audio: the rest.
struct WindReduction: ~Copyable {
  /// Per bin, after `pad` places: means over time of P, V, and W*·X, W*·Y, W*·Z (real parts, then imaginary ones).
  private let means: ChannelBuffer
  /// Over three bins: P, V, N − 1.5·P, and that over P + V.
  private let found: ChannelBuffer
  /// How much a bin may lose: 1, and less above 1 kHz.
  private let reach: FloatBuffer
  /// Of the bins that lose something.
  private let lanes: Int
  private let gateBins: Range<Int>
  private let share, rise, fall, ratioShare: Float
  /// (N − 1.5·P)/(P + V) over the low bins, smoothed.
  private var excess: Float = 0
  /// ρ.
  private var ratio: Float = Self.leastRatio

  private static var pad: Int { @_noLocks get { 8 } }
  /// N over P in sound at most.
  private static var mostOfSound: Float { @_noLocks get { 1.5 } }
  private static var leastRatio: Float { @_noLocks get { 5 } }
  private static var mostRatio: Float { @_noLocks get { 100 } }
  /// Of the noise found in P, what is taken out.
  private static var overestimate: Float { @_noLocks get { 1.5 } }
  /// The excess from which on noise is looked for, and from which on all that is found is taken out.
  private static var leastExcess: Float { @_noLocks get { 0.05 } }
  private static var sureExcess: Float { @_noLocks get { 0.25 } }
  /// Of means of this length, coherence comes out this much too high.
  private static var coherenceBias: Float { @_noLocks get { 0.125 } }
  private static var lowestGain: Float { @_noLocks get { 0.03 } }

  /// Build.
  init(grid: SeparationGrid) {
    lanes = Spectra.lanes(for: min(Int(1400 / grid.binSpacingHz) + 1, grid.bins))
    // The bins above the last one that loses something are its neighbours.
    means = ChannelBuffer(channels: 8, capacity: Self.pad + lanes + 8)
    found = ChannelBuffer(channels: 4, capacity: lanes)
    reach = FloatBuffer(count: lanes)
    for bin in 0..<lanes {
      reach[bin] = Float(min(max((1400 - Double(bin) * grid.binSpacingHz) / 400, 0), 1))
    }
    gateBins = 1..<grid.bin(hz: 400)
    share = grid.share(seconds: 0.06)
    rise = grid.share(seconds: 0.15)
    fall = grid.share(seconds: 0.35)
    ratioShare = grid.share(seconds: 0.3)
  }

  /// Audio.
  @_noLocks mutating func reset() {
    means.clear()
    excess = 0
    ratio = Self.leastRatio
  }

  /// Audio. Moves noise from `x` (W Y Z X) to four channels of `removed` from `first` on: as much as `amount`, 0…1, says. What
  /// is left and what was moved add up to what was there.
  @_noLocks
  mutating func process(_ x: borrowing Spectra, amount: Float, removed: borrowing Spectra, from first: Int) {
    learn(x)
    weigh()
    let sureness = min(max((excess - Self.leastExcess) / (Self.sureExcess - Self.leastExcess), 0), 1)
    var bin = 0
    while bin < lanes {
      let allowed = VectorMath.load(reach.pointer + bin) * sureness
      let (pressure, velocity) = shares(bin, allowed: allowed)
      for channel in 0..<4 {
        let share = (channel == 0 ? pressure : velocity) * amount
        let sound = ComplexLanes(x, channel: channel, bin: bin)
        let noise = sound.scaled(share)
        noise.store(removed, channel: first + channel, bin: bin)
        ComplexLanes(sound.re - noise.re, sound.im - noise.im).store(x, channel: channel, bin: bin)
      }
      bin += 8
    }
  }

  @_noLocks private func learn(_ x: borrowing Spectra) {
    let end = min(lanes + 8, x.lanes)
    var bin = 0
    while bin < end {
      let w = ComplexLanes(x, channel: 0, bin: bin)
      smooth(0, bin, w.squaredMagnitude)
      var velocity = VectorMath.Lanes.zero
      for axis in 1..<4 {
        let v = ComplexLanes(x, channel: axis, bin: bin)
        let cross = v.timesConjugate(w)
        velocity += v.squaredMagnitude
        smooth(1 + axis, bin, cross.re)
        smooth(4 + axis, bin, cross.im)
      }
      smooth(1, bin, velocity)
      bin += 8
    }
    // Below bin 0 it is as in it.
    for plane in 0..<means.channels { means[plane][Self.pad - 1] = means[plane][Self.pad] }
  }

  @inline(__always) @_noLocks private func smooth(_ plane: Int, _ bin: Int, _ value: VectorMath.Lanes) {
    let place = means[plane] + (Self.pad + bin)
    let before = VectorMath.load(place)
    VectorMath.store(VectorMath.multiplyAdd(before, VectorMath.Lanes(repeating: share), value - before), place)
  }

  /// Mean over three bins.
  @inline(__always) @_noLocks private func mean(_ plane: Int, _ bin: Int) -> VectorMath.Lanes {
    let place = means[plane] + (Self.pad + bin)
    return (VectorMath.load(place - 1) + VectorMath.load(place) + VectorMath.load(place + 1)) * (1.0 / 3)
  }

  /// Finds P, V and N − 1.5·P of every bin, and the excess over all low ones.
  @_noLocks private mutating func weigh() {
    var bin = 0
    while bin < lanes {
      let pressure = mean(0, bin) + Float.leastNormalMagnitude
      let velocity = mean(1, bin) + Float.leastNormalMagnitude
      var coherent = VectorMath.Lanes.zero
      for axis in 1..<4 {
        let (re, im) = (mean(1 + axis, bin), mean(4 + axis, bin))
        // Divided first: squares of powers would leave the range of numbers.
        coherent += re * (re / pressure) + im * (im / pressure)
      }
      let unbiased = VectorMath.larger(coherent - velocity * Self.coherenceBias, .zero)
      let beyond = VectorMath.larger(velocity - unbiased, .zero) - pressure * Self.mostOfSound
      VectorMath.store(pressure, found[0] + bin)
      VectorMath.store(velocity, found[1] + bin)
      VectorMath.store(beyond, found[2] + bin)
      VectorMath.store(beyond / (pressure + velocity), found[3] + bin)
      bin += 8
    }
    var now: Float = 0
    for bin in gateBins { now += found[3][bin] }
    now /= Float(gateBins.count)
    excess += (now > excess ? rise : fall) * (now - excess)
    followRatio()
  }

  /// Bins count by how much of them is noise beyond doubt, loud ones more.
  @_noLocks private mutating func followRatio() {
    var (noise, pressure, sureness): (Float, Float, Float) = (0, 0, 0)
    for bin in gateBins {
      let weight = max(found[3][bin], 0)
      noise += weight * found[2][bin]
      pressure += weight * found[0][bin]
      sureness += weight
    }
    guard pressure > 0 else { return }
    let now = min(noise / pressure + Self.mostOfSound, Self.mostRatio)
    ratio += ratioShare * sureness / Float(gateBins.count) * (max(now, Self.leastRatio) - ratio)
  }

  /// The shares of W, and of X, Y, Z, that are noise; `allowed`, 0…1, is how much of that may go.
  @inline(__always) @_noLocks
  private func shares(_ bin: Int, allowed: VectorMath.Lanes) -> (pressure: VectorMath.Lanes, velocity: VectorMath.Lanes)
  {
    let (one, most) = (VectorMath.Lanes.one, VectorMath.Lanes(repeating: 1 - Self.lowestGain))
    let (p, v) = (VectorMath.load(found[0] + bin), VectorMath.load(found[1] + bin))
    let noise = VectorMath.larger(VectorMath.load(found[2] + bin), .zero)
    let ofPressure = noise * Self.overestimate / (p * (ratio - Self.mostOfSound))
    let pressure = VectorMath.smaller(VectorMath.smaller(ofPressure, one) * allowed, most)
    let kept = 1 - pressure
    let asPressure = VectorMath.squareRoot(VectorMath.smaller(kept * kept * (p / v), one))
    let velocity = VectorMath.smaller(VectorMath.larger(noise / v, 1 - asPressure) * allowed, most)
    return (pressure, velocity)
  }
}
