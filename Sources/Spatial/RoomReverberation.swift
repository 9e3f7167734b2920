import Ambisonics
import CPlatform
import Signal

/// Puts a dry voice into a room of middle size: early reflections and a decaying diffuse tail, as FOA (ACN, SN3D).
///
/// Reflections: the six first-order images of a talker 1.5 m in front of the listener in a room of 6 × 5 × 2.8 m. Tail: a feedback
/// delay network of eight lines with a Householder matrix; each line is heard from one corner of a cube, which makes the field
/// diffuse. Reverberation time 0.5 s, 0.25 s at high frequencies. Source: J.-M. Jot & A. Chaigne (1991), "Digital delay
/// networks for designing artificial reverberators", AES 90th Convention, preprint 3030.
/// No latency of its own. Cost: about 20 ns per frame; nothing while the gain is 0 and the tail is over.
public struct RoomReverberation: ~Copyable {
  private typealias Lanes = VectorMath.Lanes

  private var inputGain: Ramp
  private let source: FloatBuffer
  /// The dry voice of the last moments, for the reflections and the tail's onset; a ring.
  private let past: FloatBuffer
  private var pastPosition = 0
  private let reflections: InlineArray<6, Reflection>
  /// The eight lines in turn, each a ring of its own length.
  private let lines: ChannelBuffer
  private let lengths: SIMD8<Int32>
  private var positions = SIMD8<Int32>.zero
  private var damped = SIMD8<Float>.zero
  private let feedback: SIMD8<Float>
  private let damping: Float
  private let onsetFrames: Int
  private var framesSinceSound = Int.max
  private let tailFrames: Int

  private struct Reflection {
    var delayFrames = 0
    var gains = FirstOrderGains(w: 0, y: 0, z: 0, x: 0)
  }

  private static var seconds: Double { 0.5 }
  private static var highSeconds: Double { 0.25 }
  /// Tail level at gain 1: as strong as the direct sound, for white noise.
  private static var tailGain: Float { 0.2 }
  /// Share of the pressure that a wall gives back.
  private static var wallReflection: Double { 0.6 }

  /// Build. `capacity`: the most frames of one `process`.
  public init(sampleRate: Double, rampFrames: Int, capacity: Int) {
    inputGain = Ramp(0, lengthFrames: rampFrames)
    source = FloatBuffer(count: capacity)
    past = FloatBuffer(count: Int(0.05 * sampleRate) + capacity)
    onsetFrames = Int(0.012 * sampleRate)
    tailFrames = Int(2 * Self.seconds * sampleRate)
    reflections = Self.reflections(sampleRate: sampleRate)
    // Mutually prime in milliseconds × 10, between 21 and 47 ms: no common period.
    let milliseconds = [21.1, 24.7, 28.1, 31.3, 35.3, 38.9, 43.3, 46.7]
    var (lengths, feedback) = (SIMD8<Int32>.zero, SIMD8<Float>.zero)
    for line in 0..<8 {
      lengths[line] = Int32(milliseconds[line] * 0.001 * sampleRate)
      feedback[line] = Float(nf_pow(10, -3 * Double(lengths[line]) / (Self.seconds * sampleRate)))
    }
    self.lengths = lengths
    self.feedback = feedback
    // A one-pole low-pass in the loop: the mean line loses as much more at the highest frequencies as the times ask for.
    let extra = nf_pow(10, -3 * 0.0337 * (1 / Self.highSeconds - 1 / Self.seconds))
    damping = Float((1 - extra) / (1 + extra))
    lines = ChannelBuffer(channels: 8, capacity: Int(lengths.max()))
  }

  /// Audio.
  @_noLocks public mutating func reset() {
    inputGain.reset()
    framesSinceSound = .max
    clear()
  }

  /// Audio. How much of the room is heard, 0…1.
  @_noLocks public mutating func setAmount(_ amount: Float) { inputGain.setTarget(amount) }

  /// Audio. Adds the room's answer to the voice to `field` (4 channels).
  @_noLocks
  public mutating func process(_ voice: UnsafePointer<Float>, addingTo field: borrowing ChannelBuffer, frames: Int) {
    let isSilent = inputGain.value == 0 && !inputGain.isMoving
    if isSilent {
      if framesSinceSound >= tailFrames { return }
      framesSinceSound += frames
      if framesSinceSound >= tailFrames { return clear() }
    } else {
      framesSinceSound = 0
    }
    for frame in 0..<frames { source[frame] = inputGain.next() * voice[frame] }
    for frame in 0..<frames { step(source[frame], field, frame) }
  }

  @_noLocks private mutating func clear() {
    past.clear()
    lines.clear()
    positions = .zero
    damped = .zero
    pastPosition = 0
  }

  @inline(__always) @_noLocks
  private mutating func step(_ input: Float, _ field: borrowing ChannelBuffer, _ frame: Int) {
    past[pastPosition] = input
    for index in 0..<6 {
      let reflection = reflections[index]
      let sample = delayed(reflection.delayFrames)
      field[0][frame] += reflection.gains.w * sample
      field[1][frame] += reflection.gains.y * sample
      field[2][frame] += reflection.gains.z * sample
      field[3][frame] += reflection.gains.x * sample
    }
    var heard = Lanes.zero
    for line in 0..<8 { heard[line] = lines[line][Int(positions[line])] }
    damped = heard + damping * (damped - heard)
    let returned = damped * feedback
    // Householder reflection: x − 2/8 · Σx.
    let fed = returned - 0.25 * returned.sum() + delayed(onsetFrames)
    for line in 0..<8 { lines[line][Int(positions[line])] = fed[line] }
    positions &+= 1
    positions.replace(with: SIMD8<Int32>.zero, where: positions .>= lengths)
    addTail(heard * Self.tailGain, field, frame)
    pastPosition = pastPosition + 1 == past.count ? 0 : pastPosition + 1
  }

  /// Every line from its corner (±1, ±1, ±1)/√3 of a cube, with alternating signs so that the lines' common part cancels.
  @inline(__always) @_noLocks
  private func addTail(_ tail: Lanes, _ field: borrowing ChannelBuffer, _ frame: Int) {
    let signed = tail * Lanes(1, -1, 1, -1, -1, 1, -1, 1)
    let c: Float = 0.57735027
    field[0][frame] += signed.sum()
    field[1][frame] += (signed * Lanes(c, c, -c, -c, c, c, -c, -c)).sum()
    field[2][frame] += (signed * Lanes(c, c, c, c, -c, -c, -c, -c)).sum()
    field[3][frame] += (signed * Lanes(c, -c, c, -c, c, -c, c, -c)).sum()
  }

  @inline(__always) @_noLocks private func delayed(_ frames: Int) -> Float {
    let index = pastPosition - frames
    return past[index < 0 ? index + past.count : index]
  }

  /// Images of a source at (1.5, 0, 0) m in the walls x = ±3, y = ±2.5, z = ±1.4 m, re the direct sound's path of 1.5 m.
  private static func reflections(sampleRate: Double) -> InlineArray<6, Reflection> {
    let images = [(4.5, 0.0, 0.0), (-7.5, 0, 0), (1.5, 5, 0), (1.5, -5, 0), (1.5, 0, 2.8), (1.5, 0, -2.8)]
    var reflections = InlineArray<6, Reflection>(repeating: Reflection())
    for (index, image) in images.enumerated() {
      let distance = nf_sqrt(image.0 * image.0 + image.1 * image.1 + image.2 * image.2)
      let direction = Direction(
        x: Float(image.0 / distance), y: Float(image.1 / distance), z: Float(image.2 / distance))
      let level = Float(wallReflection * 1.5 / distance)
      reflections[index].delayFrames = Int((distance - 1.5) / 343 * sampleRate + 0.5)
      reflections[index].gains = FirstOrderGains(
        w: level, y: level * direction.y, z: level * direction.z, x: level * direction.x)
    }
    return reflections
  }
}
