import Ambisonics
import Signal

/// A first-order field and the dialog to the loudspeakers of a layout.
///
/// The field: two matrices, one right in the velocity vector below 700 Hz, one in energy and energy vector above
/// (Gerzon
/// 1992, "General metatheory of auditory localisation", AES 92), joined in phase by `SpeakerCrossover`. A plane wave
/// of unit
/// pressure gets unit pressure at low, unit energy at high frequencies: as loud as the same dialog. The dialog is
/// panned
/// (`SpeakerPanner`) and has the phase of the field. No latency.
/// Audio but for `init`. Cost per frame: about 20 cycles and 8 multiply-adds per loudspeaker, eight frames in one
/// vector.
public struct SpeakerDecoder: ~Copyable {
  private typealias Lanes = VectorMath.Lanes

  private let speakerCount: Int
  /// Of each loudspeaker: its output, as a float.
  private let outputs: FloatBuffer
  private let trims: FloatBuffer
  private let matrix: FloatBuffer
  private let bands: ChannelBuffer
  private let turned: FloatBuffer
  private var crossover: SpeakerCrossover
  private let panner: SpeakerPanner
  private var gains: InlineArray<16, RampedGain>
  /// What the gains are for; a divergence below 0 where there are none yet.
  private var panned = (source: Direction(x: 1, y: 0, z: 0), divergence: Float(-1))

  /// `capacity`: the most frames of one `process`.
  public init(_ layout: SpeakerLayout, sampleRate: Double, rampFrames: Int, capacity: Int) {
    self.init(SpeakerArrangement(layout), sampleRate: sampleRate, rampFrames: rampFrames, capacity: capacity)
  }

  public init(_ arrangement: SpeakerArrangement, sampleRate: Double, rampFrames: Int, capacity: Int) {
    // Checked before anything of `self` is set: an operand that waits to be evaluated and reads a property would capture all of
    // `self`, and Swift 6.3 then destroys the buffers that are not there yet.
    let (numbers, count) = (arrangement.matrix, arrangement.directions.count)
    precondition(numbers.count == 8 * count && count <= SpeakerArrangement.mostSpeakers)
    speakerCount = count
    matrix = FloatBuffer(count: numbers.count)
    outputs = FloatBuffer(count: count)
    trims = FloatBuffer(count: count)
    for speaker in 0..<count {
      outputs[speaker] = Float(arrangement.outputs[speaker])
      trims[speaker] = arrangement.trims[speaker]
      for place in 8 * speaker..<8 * speaker + 8 { matrix[place] = trims[speaker] * numbers[place] }
    }
    bands = ChannelBuffer(channels: 8, capacity: capacity)
    turned = FloatBuffer(count: capacity)
    crossover = SpeakerCrossover(sampleRate: sampleRate, capacity: capacity)
    panner = SpeakerPanner(arrangement)
    gains = InlineArray<16, RampedGain>(repeating: RampedGain(rampFrames: rampFrames))
  }

  @_noLocks public mutating func reset() {
    crossover.reset()
    for speaker in 0..<speakerCount { gains[speaker].reset() }
    panned.divergence = -1
  }

  /// Where the dialog is, and how far its centre share moves from the centre loudspeaker into left and right, 0…1.
  @_noLocks public mutating func move(to source: Direction, divergence: Float) {
    let last = panned.source
    guard source.x != last.x || source.y != last.y || source.z != last.z || divergence != panned.divergence else {
      return
    }
    panned.source = source
    panned.divergence = divergence
    let wanted = panner.gains(source, divergence: divergence)
    for speaker in 0..<speakerCount { gains[speaker].setTarget(trims[speaker] * wanted[speaker]) }
  }

  /// `output`: the layout's outputs, each with room for `frames` rounded up to a multiple of 8; all but the low-
  /// frequency
  /// channel are written.
  @_noLocks
  public mutating func process(
    _ field: borrowing ChannelBuffer, _ source: UnsafePointer<Float>, into output: borrowing ChannelBuffer, frames: Int
  ) {
    crossover.process(field, source, into: bands, turned: turned.pointer, frames: frames)
    var frame = 0
    while frame < frames {
      decode(frame, into: output)
      frame += 8
    }
    for speaker in 0..<speakerCount where !gains[speaker].isSilent {
      gains[speaker].processAdding(turned.pointer, to: output[Int(outputs[speaker])], frames: frames)
    }
  }

  /// Eight frames. Past the last one of a block lie old ones: their results are never heard.
  @_noLocks @inline(__always) private func decode(_ frame: Int, into output: borrowing ChannelBuffer) {
    let (v0, v1) = (VectorMath.load(bands[0] + frame), VectorMath.load(bands[1] + frame))
    let (v2, v3) = (VectorMath.load(bands[2] + frame), VectorMath.load(bands[3] + frame))
    let (v4, v5) = (VectorMath.load(bands[4] + frame), VectorMath.load(bands[5] + frame))
    let (v6, v7) = (VectorMath.load(bands[6] + frame), VectorMath.load(bands[7] + frame))
    var gain = UnsafePointer(matrix.pointer)
    for speaker in 0..<speakerCount {
      // Two sums: half as long a wait.
      var low = v0 * gain[0]
      var high = v4 * gain[4]
      low = VectorMath.multiplyAdd(low, v1, Lanes(repeating: gain[1]))
      high = VectorMath.multiplyAdd(high, v5, Lanes(repeating: gain[5]))
      low = VectorMath.multiplyAdd(low, v2, Lanes(repeating: gain[2]))
      high = VectorMath.multiplyAdd(high, v6, Lanes(repeating: gain[6]))
      low = VectorMath.multiplyAdd(low, v3, Lanes(repeating: gain[3]))
      high = VectorMath.multiplyAdd(high, v7, Lanes(repeating: gain[7]))
      VectorMath.store(low + high, output[Int(outputs[speaker])] + frame)
      gain += 8
    }
  }
}
