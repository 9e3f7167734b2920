import Ambisonics
import CPlatform
import Signal

/// Puts dry sources into a room: early reflections and a decaying diffuse tail, as FOA (ACN, SN3D).
///
/// Another size fades the present room out, then sound enters the new one. No latency of its own. Build: `init`. Audio: the
/// rest. Cost: about 20 ns per frame, and the reflections; nothing while the amount is 0 and the tail is over.
public struct RoomReverberation: ~Copyable {
  private let count: Int
  private let rampFrames: Int
  private var inputGain: Ramp
  private let gains: FloatBuffer
  private let sources: ChannelBuffer
  private let fading: ChannelBuffer
  private var past: RoomMemory
  private var tail: RoomTail
  private let reflections: InlineArray<4, RoomReflections>
  private var decays = InlineArray<4, RoomTail.Decay>(repeating: RoomTail.Decay())
  private var tailFrames = InlineArray<4, Int>(repeating: 0)
  private var size = RoomSize.medium
  private var wanted = RoomSize.medium
  private var amount: Float = 0
  /// Of a room that fades out.
  private var fadeLeft = 0
  private var framesSinceSound = Int.max

  /// `sources`: where they stand, in the order of the channels. `capacity`: the most frames of one `process`.
  public init(
    sampleRate: Double, rampFrames: Int, capacity: Int, sources directions: [Direction] = [Direction(x: 1, y: 0, z: 0)]
  ) {
    count = directions.count
    self.rampFrames = max(1, rampFrames)
    inputGain = Ramp(0, lengthFrames: rampFrames)
    gains = FloatBuffer(count: capacity)
    sources = ChannelBuffer(channels: directions.count, capacity: capacity)
    fading = ChannelBuffer(channels: 4, capacity: capacity)
    tail = RoomTail(sampleRate: sampleRate)
    var longest = 0
    for size in RoomSize.allCases {
      decays[size.rawValue] = RoomTail.Decay(size, sampleRate: sampleRate)
      tailFrames[size.rawValue] = Int(2 * size.seconds * sampleRate)
      longest = max(longest, decays[size.rawValue].onsetFrames)
    }
    reflections = InlineArray<4, RoomReflections> { index in
      RoomReflections(RoomSize(rawValue: index) ?? .medium, sources: directions, sampleRate: sampleRate)
    }
    for index in 0..<4 { longest = max(longest, reflections[index].longestDelayFrames) }
    past = RoomMemory(channels: directions.count, delayFrames: longest, capacity: capacity)
  }

  @_noLocks public mutating func reset() {
    inputGain.reset()
    framesSinceSound = .max
    fadeLeft = 0
    clear()
  }

  /// How much of the room is heard, 0…1.
  @_noLocks public mutating func setAmount(_ newAmount: Float) {
    amount = newAmount
    if fadeLeft == 0 { inputGain.setTarget(newAmount) }
  }

  /// Once per block, before `process`.
  @_noLocks public mutating func setSize(_ newSize: RoomSize) {
    wanted = newSize
    guard wanted != size && fadeLeft == 0 else { return }
    if isSounding {
      fadeLeft = rampFrames
    } else {
      take(wanted)
    }
  }

  /// Whether `process` adds anything.
  public var isSounding: Bool {
    @_noLocks get {
      inputGain.value != 0 || inputGain.isMoving || framesSinceSound < tailFrames[size.rawValue]
    }
  }

  /// Adds the room's answer to the sources to `field` (4 channels).
  @_noLocks
  public mutating func process(_ input: borrowing ChannelBuffer, addingTo field: borrowing ChannelBuffer, frames: Int) {
    var done = 0
    while done < frames && isSounding {
      var step = frames - done
      if fadeLeft > 0 { step = min(step, fadeLeft) }
      if inputGain.value == 0 && !inputGain.isMoving {
        step = min(step, tailFrames[size.rawValue] - framesSinceSound)
        framesSinceSound += step
      } else {
        framesSinceSound = 0
      }
      render(input, addingTo: field, from: done, frames: step)
      done += step
      if !isSounding { clear() }
    }
  }

  @_noLocks
  private mutating func render(
    _ input: borrowing ChannelBuffer, addingTo field: borrowing ChannelBuffer, from start: Int, frames: Int
  ) {
    inputGain.render(into: gains.pointer, frames: frames)
    for source in 0..<count {
      VectorMath.multiply(input[source] + start, gains.pointer, into: sources[source], count: frames)
    }
    past.write(sources, frames: frames)
    let room = size.rawValue
    guard fadeLeft > 0 else {
      reflections[room].add(past, to: field, from: start, frames: frames)
      return tail.add(past, sources: count, to: field, from: start, frames: frames)
    }
    fading.clear(frames: frames)
    reflections[room].add(past, to: fading, from: 0, frames: frames)
    tail.add(past, sources: count, to: fading, from: 0, frames: frames)
    let step = 1 / Float(rampFrames)
    for channel in 0..<4 {
      let (faded, out) = (fading[channel], field[channel] + start)
      for frame in 0..<frames { out[frame] += Float(fadeLeft - 1 - frame) * step * faded[frame] }
    }
    fadeLeft -= frames
    if fadeLeft == 0 { enter() }
  }

  /// Sound enters the room that was wanted meanwhile.
  @_noLocks private mutating func enter() {
    clear()
    take(wanted)
    inputGain.reset()
    inputGain.setTarget(0)
    inputGain.setTarget(amount)
  }

  @_noLocks private mutating func take(_ newSize: RoomSize) {
    size = newSize
    tail.take(decays[newSize.rawValue])
  }

  @_noLocks private mutating func clear() {
    past.clear()
    tail.clear()
  }
}
