import CPlatform
import Signal

/// A decaying diffuse tail as FOA (ACN, SN3D): a feedback delay network of eight lines with a Householder matrix; each line is
/// heard from one corner of a cube, which makes the field diffuse.
///
/// Source: J.-M. Jot & A. Chaigne (1991), "Digital delay networks for designing artificial reverberators", AES 90th
/// Convention, preprint 3030. Build: `init`. Audio: the rest; about 20 ns per frame.
struct RoomTail: ~Copyable {
  typealias Lanes = VectorMath.Lanes

  /// How one room's tail decays.
  struct Decay {
    var lengths = SIMD8<Int32>.zero
    var feedback = SIMD8<Float>.zero
    var damping: Float = 0
    var gain: Float = 0
    var onsetFrames = 0

    init() {}

    /// Build.
    init(_ size: RoomSize, sampleRate: Double) {
      // Mutually prime in milliseconds × 10: no common period.
      let milliseconds = [21.1, 24.7, 28.1, 31.3, 35.3, 38.9, 43.3, 46.7]
      for line in 0..<8 {
        lengths[line] = Int32(size.lineScale * milliseconds[line] * 0.001 * sampleRate)
        feedback[line] = Float(nf_pow(10, -3 * Double(lengths[line]) / (size.seconds * sampleRate)))
      }
      // A one-pole low-pass in the loop: the mean line loses as much more at the highest frequencies as the times ask for.
      let meanSeconds = 0.0337 * size.lineScale
      let extra = nf_pow(10, -3 * meanSeconds * (1 / size.highSeconds - 1 / size.seconds))
      damping = Float((1 - extra) / (1 + extra))
      gain = Float(0.2 * nf_sqrt(Decay.loss(size) / Decay.loss(.medium)))
      onsetFrames = Int(size.onsetSeconds * sampleRate)
    }

    /// Of energy, once around: what keeps the tails of all rooms equally strong, as strong as the direct sound.
    private static func loss(_ size: RoomSize) -> Double {
      1 - nf_pow(10, -6 * 0.0337 * size.lineScale / size.seconds)
    }
  }

  private let lines: ChannelBuffer
  private var decay: Decay
  private var positions = SIMD8<Int32>.zero
  private var damped = SIMD8<Float>.zero

  /// Room for the lines of the largest.
  init(sampleRate: Double) {
    decay = Decay(.medium, sampleRate: sampleRate)
    lines = ChannelBuffer(channels: 8, capacity: Int(Decay(.hall, sampleRate: sampleRate).lengths.max()))
  }

  @_noLocks mutating func take(_ decay: Decay) { self.decay = decay }

  @_noLocks mutating func clear() {
    lines.clear()
    positions = .zero
    damped = .zero
  }

  /// Feeds the lines with `past`, each source with its own signs, and adds what comes out to 4 channels of `field`.
  @_noLocks
  mutating func add(
    _ past: borrowing RoomMemory, sources: Int, to field: borrowing ChannelBuffer, from start: Int, frames: Int
  ) {
    for frame in 0..<frames {
      var fed = Lanes.zero
      for source in 0..<sources {
        fed += RoomTail.signs(of: source) * past.frames(of: source, before: decay.onsetFrames)[frame]
      }
      step(fed, field, start + frame)
    }
  }

  /// The first source feeds all lines alike; the others have rows of a Hadamard matrix: no two of eight feed alike, and what
  /// they have in common does not cancel.
  @inline(__always) @_noLocks private static func signs(of source: Int) -> Lanes {
    switch source % 8 {
    case 0: Lanes(1, 1, 1, 1, 1, 1, 1, 1)
    case 1: Lanes(1, -1, 1, -1, 1, -1, 1, -1)
    case 2: Lanes(1, 1, -1, -1, 1, 1, -1, -1)
    case 3: Lanes(1, -1, -1, 1, 1, -1, -1, 1)
    case 4: Lanes(1, 1, 1, 1, -1, -1, -1, -1)
    case 5: Lanes(1, -1, 1, -1, -1, 1, -1, 1)
    case 6: Lanes(1, 1, -1, -1, -1, -1, 1, 1)
    default: Lanes(1, -1, -1, 1, -1, 1, 1, -1)
    }
  }

  @inline(__always) @_noLocks
  private mutating func step(_ fed: Lanes, _ field: borrowing ChannelBuffer, _ frame: Int) {
    var heard = Lanes.zero
    for line in 0..<8 { heard[line] = lines[line][Int(positions[line])] }
    damped = heard + decay.damping * (damped - heard)
    let returned = damped * decay.feedback
    // Householder reflection: x − 2/8 · Σx.
    let next = returned - 0.25 * returned.sum() + fed
    for line in 0..<8 { lines[line][Int(positions[line])] = next[line] }
    positions &+= 1
    positions.replace(with: SIMD8<Int32>.zero, where: positions .>= decay.lengths)
    addHeard(heard * decay.gain, field, frame)
  }

  /// Every line from its corner (±1, ±1, ±1)/√3 of a cube, with alternating signs so that the lines' common part cancels.
  @inline(__always) @_noLocks
  private func addHeard(_ tail: Lanes, _ field: borrowing ChannelBuffer, _ frame: Int) {
    let signed = tail * Lanes(1, -1, 1, -1, -1, 1, -1, 1)
    let c: Float = 0.57735027
    field[0][frame] += signed.sum()
    field[1][frame] += (signed * Lanes(c, c, -c, -c, c, c, -c, -c)).sum()
    field[2][frame] += (signed * Lanes(c, c, c, c, -c, -c, -c, -c)).sum()
    field[3][frame] += (signed * Lanes(c, -c, c, -c, c, -c, c, -c)).sum()
  }
}
