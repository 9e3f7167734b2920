import Ambisonics
import CPlatform
import Signal

/// Makes from directions and shares the filters that are added to the linear ones.
///
/// In each band a beam to the direction picks up the sound that comes from there; it is given the difference between what
/// it should sound like and what the linear filters make of it. With weight u the target's level goes straight from that of
/// the linear filters to the head's; its phase is that of (1 − v)·linear + v·head with v = u(2 − u), both late by v times
/// what the head's response is held back by: between two signals that are not in phase the mixture alone would sink, and
/// would be neither's where levels are nearly the head's. Three steps, so that the work can be spread.
/// Build: `init`. Audio: the rest.
struct SharpFilters: ~Copyable {
  /// Channel `2 · input + ear` × `taps`.
  let responses: ChannelBuffer
  let taps: Int
  /// Borrowed from the head.
  private let tables: UnsafePointer<SharpTables>
  private let fft: RealFFT
  private let spectra: Spectra
  private let window: FloatBuffer
  private let time: FloatBuffer

  /// Below this share of direct sound nothing is corrected: what averages of a diffuse field reach by chance.
  private static let lowestShare: Float = 0.25
  /// Where the mixture nearly vanishes its level is not made good.
  private static let mostGain: Float = 2

  init(_ tables: UnsafePointer<SharpTables>) {
    taps = tables.pointee.correctionTaps
    fft = RealFFT(size: tables.pointee.transformSize)
    spectra = Spectra(channels: 8, bins: fft.bins)
    time = FloatBuffer(count: fft.size)
    responses = ChannelBuffer(channels: 8, capacity: taps)
    window = FloatBuffer(count: taps)
    // No fade at the beginning: there the linear filters start at once, and so must what is to replace them.
    let fall = taps / 7
    for tap in 0..<taps {
      let sine = nf_sin(.pi / 2 * min((Double(taps - tap) - 0.5) / Double(fall), 1))
      window[tap] = Float(sine * sine)
    }
    self.tables = tables
  }

  /// First step: spectra. `head`: from the room to the head; `amount`: 0…1. False where nothing is to be corrected.
  @_noLocks func mix(_ analysis: borrowing SharpAnalysis, head: Rotation, amount: Float) -> Bool {
    var isAny = false
    for band in 0..<tables.pointee.bands.count {
      let focus = analysis.focus.pointer + 4 * band
      let share = max(0, (focus[3] - SharpFilters.lowestShare) / (1 - SharpFilters.lowestShare))
      let direction = head.apply(to: Direction(x: focus[0], y: focus[1], z: focus[2]))
      // Steep: one wave alone gets all of it, mixtures little of what would be right for one of their parts only.
      let weight = amount * share * share * share * share
      if weight > 0 { isAny = true }
      mix(from: tables.pointee.bands.start(band), to: tables.pointee.bands.end(band), direction, weight)
    }
    return isAny
  }

  /// Second step: responses.
  @_noLocks func transform() {
    for channel in 0..<8 {
      fft.inverse(spectra, channel: channel, into: time.pointer)
      VectorMath.multiply(time.pointer, window.pointer, into: responses[channel], count: taps)
    }
  }

  @_noLocks private func mix(from start: Int, to end: Int, _ direction: Direction, _ weight: Float) {
    let nodes = GridPlace(direction)
    // A beam of 1 to the direction that takes as little as it can from all others.
    let beam = SIMD4(0.25, 0.75 * direction.y, 0.75 * direction.z, 0.75 * direction.x)
    let follow = weight * (2 - weight)
    let lateStep = tables.pointee.sideStep * abs(direction.y)
    var early = PhaseRamp(step: lateStep, from: start)
    var late = PhaseRamp(step: -lateStep * follow, from: start)
    for bin in start..<end {
      var correction = SIMD4<Float>.zero
      if weight > 0 {
        let linear = self.linear(bin, direction)
        let target = self.target(bin, nodes, linear, early, weight: weight, follow: follow)
        correction = tables.pointee.shares[bin] * (late.turn(target) - linear)
        early.advance()
        late.advance()
      }
      for input in 0..<4 {
        let value = beam[input] * correction
        spectra.real(2 * input)[bin] = value[0]
        spectra.imaginary(2 * input)[bin] = value[1]
        spectra.real(2 * input + 1)[bin] = value[2]
        spectra.imaginary(2 * input + 1)[bin] = value[3]
      }
    }
  }

  /// What the linear filters make of a direction: left and right, real and imaginary.
  @_noLocks @inline(__always) private func linear(_ bin: Int, _ direction: Direction) -> SIMD4<Float> {
    let filter = tables.pointee.filter(bin)
    var linear = SharpFilters.load(filter)
    linear += direction.y * SharpFilters.load(filter + 4)
    linear += direction.z * SharpFilters.load(filter + 8)
    linear += direction.x * SharpFilters.load(filter + 12)
    return linear
  }

  /// What it should be, but early: without any of the delay of the head's responses, which `early` takes away.
  @_noLocks @inline(__always)
  private func target(
    _ bin: Int, _ nodes: GridPlace, _ linear: SIMD4<Float>, _ early: PhaseRamp, weight: Float, follow: Float
  ) -> SIMD4<Float> {
    var (head, power) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
    for corner in 0..<4 {
      let value = SharpFilters.load(tables.pointee.response(nodes.node(corner), bin))
      let weighted = nodes.weights[corner] * value
      head += weighted
      power += weighted * value
    }
    let mixture = linear + follow * (early.turn(head) - linear)
    let (old, between) = (linear * linear, mixture * mixture)
    let left = SharpFilters.gain(old[0] + old[1], power[0] + power[1], between[0] + between[1], weight)
    let right = SharpFilters.gain(old[2] + old[3], power[2] + power[3], between[2] + between[3], weight)
    return SIMD4(left, left, right, right) * mixture
  }

  /// From the powers of linear filter, head and mixture: what brings the mixture to the level between the two.
  @_noLocks @inline(__always)
  private static func gain(_ linear: Float, _ head: Float, _ mixture: Float, _ weight: Float) -> Float {
    let level = (1 - weight) * nf_rt_sqrt(linear) + weight * nf_rt_sqrt(head)
    return min(level / nf_rt_sqrt(mixture + 1e-18), mostGain)
  }

  @_noLocks @inline(__always) private static func load(_ pointer: UnsafePointer<Float>) -> SIMD4<Float> {
    UnsafeRawPointer(pointer).loadUnaligned(as: SIMD4<Float>.self)
  }
}
