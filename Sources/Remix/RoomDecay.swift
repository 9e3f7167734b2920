import CPlatform
import Signal

/// How fast the room of a voice dies away, per band, learnt from the voice itself.
///
/// A voice cannot fall faster than its room lets it. So of the changes of a band's level over 75 ms, while there is a voice to
/// fall, the tenth part that falls most is the room's: −15 dB and less in the open, −6 dB in a hall. The tenth is followed by steps
/// up and down of unequal size, larger in the first second. Bands share half of what they find.
/// Source: H. Löllmann, P. Vary (2008), "Estimation of the reverberation time in noisy environments", IWAENC, for decays as lower
/// bounds of falls; steps to a quantile: H. Robbins, S. Monro (1951), "A stochastic approximation method". Audio but for `init`.
struct RoomDecay: ~Copyable {
  /// Per bin: of the power `earlyHops` ago, what is left now as late reverberation.
  let lateShare: FloatBuffer
  let earlyHops: Int
  /// Per band: smoothed power, mean level, fall in dB, how many hops were learnt from, share of what is late.
  private let bands: ChannelBuffer
  /// Smoothed powers of the last 75 ms, a ring.
  private let past: ChannelBuffer
  private var next = 0
  /// First bin of every band, and the end of the last.
  private let edges: FloatBuffer
  /// Of each bin, in bands.
  private let place: FloatBuffer
  private let bandCount: Int
  private let smoothing, rise, fall: Float

  private static var quantile: Float { @_noLocks get { 0.1 } }
  private static var leastStep: Float { @_noLocks get { 0.3 } }
  private static var firstStep: Float { @_noLocks get { 1 } }
  /// A fall by `dry` dB and more says that there is no room; from `wet` dB on all of the reverberation is taken off.
  private static var dry: Float { @_noLocks get { -13 } }
  private static var wet: Float { @_noLocks get { -7 } }
  private static var overestimate: Float { @_noLocks get { 1.75 } }

  /// Build.
  init(grid: SeparationGrid) {
    let corners = [94, 188, 375, 656, 1031, 1500, 2156, 3000, 4031, 6000, 8062.0].map { grid.bin(hz: $0) }
    var firsts: [Int] = []
    for bin in corners where bin > (firsts.last ?? 0) { firsts.append(bin) }
    bandCount = firsts.count - 1
    edges = FloatBuffer(count: firsts.count)
    for (band, bin) in firsts.enumerated() { edges[band] = Float(bin) }
    bands = ChannelBuffer(channels: 5, capacity: bandCount)
    let lagHops = max(2, Int(0.075 / grid.hopSeconds + 0.5))
    past = ChannelBuffer(channels: lagHops, capacity: bandCount)
    earlyHops = max(1, Int(0.048 / grid.hopSeconds + 0.5))
    smoothing = grid.share(seconds: 0.015)
    rise = grid.share(seconds: 0.3)
    fall = grid.share(seconds: 3)
    lateShare = FloatBuffer(count: Spectra.lanes(for: grid.bins))
    place = FloatBuffer(count: lateShare.count)
    Self.placeBins(place, grid, firsts)
    reset()
  }

  /// Between the bands' centres, on a logarithmic scale; beyond the outer ones as there.
  private static func placeBins(_ place: borrowing FloatBuffer, _ grid: SeparationGrid, _ firsts: [Int]) {
    let centres = zip(firsts, firsts.dropFirst()).map { nf_log(Double($0 * $1)) / 2 }
    for bin in 0..<grid.bins {
      let x = nf_log(Double(max(bin, 1)))
      let above = centres.firstIndex { $0 > x } ?? centres.count
      let (low, high) = (centres[max(above - 1, 0)], centres[min(above, centres.count - 1)])
      place[bin] = Float(
        above == 0 || low == high ? Double(max(above - 1, 0)) : Double(above - 1) + (x - low) / (high - low))
    }
  }

  /// Audio. Begins in the open.
  @_noLocks mutating func reset() {
    bands.clear()
    past.clear()
    lateShare.clear()
    next = 0
    for band in 0..<bandCount { bands[2][band] = Self.dry - 1 }
  }

  /// Audio. `image`: its channel 0 is the voice in this hop.
  @_noLocks mutating func update(_ image: borrowing Spectra) {
    let before = past[next]
    for band in 0..<bandCount {
      let power = power(image, band)
      let now = bands[0][band] + smoothing * (power - bands[0][band])
      bands[0][band] = now
      learn(band, from: before[band], to: now)
      bands[1][band] += (now > bands[1][band] ? rise : fall) * (now - bands[1][band])
      before[band] = now
    }
    next = (next + 1) % past.channels
    share()
  }

  @_noLocks private func power(_ image: borrowing Spectra, _ band: Int) -> Float {
    let (re, im) = (image.real(0), image.imaginary(0))
    let (first, end) = (Int(edges[band]), Int(edges[band + 1]))
    var sum: Float = 0
    for bin in first..<end { sum += re[bin] * re[bin] + im[bin] * im[bin] }
    return sum / Float(end - first)
  }

  /// Both the voice's being there and the comparison are soft, so that no rounding decides anything.
  @_noLocks private func learn(_ band: Int, from before: Float, to now: Float) {
    guard before > 0 else { return }
    let isVoice = min(max(2 * before / (bands[1][band] + .leastNormalMagnitude) - 0.5, 0), 1)
    let change = 4.3429448 * nf_rt_log((now + .leastNormalMagnitude) / before)
    let fallen = bands[2][band]
    let isBelow = 1 / (1 + nf_rt_exp(min(max(2 * (change - fallen), -40), 40)))
    let step = max(Self.leastStep, Self.firstStep * 50 / (50 + bands[3][band]))
    bands[2][band] = min(max(fallen + isVoice * step * (Self.quantile - isBelow), -25), -2)
    bands[3][band] = min(bands[3][band] + isVoice, 1e6)
  }

  /// From falls per band to shares per bin.
  @_noLocks private func share() {
    let (falls, shares) = (bands[2], bands[4])
    var mean: Float = 0
    for band in 0..<bandCount { mean += falls[band] / Float(bandCount) }
    let perEarly = Float(earlyHops) / Float(past.channels) * 0.2302585
    for band in 0..<bandCount {
      let fallen = 0.5 * (falls[band] + mean)
      let weight = min(max((fallen - Self.dry) / (Self.wet - Self.dry), 0), 1)
      shares[band] = Self.overestimate * weight * nf_rt_exp(fallen * perEarly)
    }
    for bin in 0..<lateShare.count {
      let low = Int(place[bin])
      lateShare[bin] = shares[low] + (place[bin] - Float(low)) * (shares[min(low + 1, bandCount - 1)] - shares[low])
    }
  }
}
