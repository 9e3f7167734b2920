import Ambisonics
import Signal

/// A first-order field and the dialog to the loudspeakers of a layout.
///
/// The field: two matrices, one right in the velocity vector below 700 Hz, one in energy and energy vector above (Gerzon
/// 1992, "General metatheory of auditory localisation", AES 92), joined in phase by `SpeakerCrossover`. A plane wave of unit
/// pressure gets unit pressure at low, unit energy at high frequencies: as loud as the same dialog. The dialog is panned
/// (`SpeakerPanner`) and has the phase of the field. No latency.
/// Audio but for `init`. Cost per frame: about 10 cycles and 8 multiply-adds per loudspeaker, eight frames in one vector.
public struct SpeakerDecoder: ~Copyable {
  private typealias Lanes = VectorMath.Lanes

  private let layout: SpeakerLayout
  private let matrix: FloatBuffer
  private let bands: FloatBuffer
  private let turned: FloatBuffer
  private var crossover: SpeakerCrossover
  private let panner: SpeakerPanner
  private var gains: InlineArray<11, RampedGain>

  /// `capacity`: the most frames of one `process`.
  public init(_ layout: SpeakerLayout, sampleRate: Double, rampFrames: Int, capacity: Int) {
    self.layout = layout
    let numbers = layout.matrix
    precondition(numbers.count == 8 * layout.speakerCount)
    matrix = FloatBuffer(count: numbers.count)
    for index in numbers.indices { matrix[index] = numbers[index] }
    bands = FloatBuffer(count: 8 * ((capacity + 7) / 8 * 8))
    turned = FloatBuffer(count: capacity)
    crossover = SpeakerCrossover(sampleRate: sampleRate)
    panner = SpeakerPanner(layout)
    gains = InlineArray<11, RampedGain>(repeating: RampedGain(rampFrames: rampFrames))
  }

  @_noLocks public mutating func reset() {
    crossover.reset()
    for speaker in 0..<layout.speakerCount { gains[speaker].reset() }
  }

  /// Where the dialog is, and how far its centre share moves from the centre loudspeaker into left and right, 0…1.
  @_noLocks public mutating func move(to source: Direction, divergence: Float) {
    let wanted = panner.gains(source, divergence: divergence)
    for speaker in 0..<layout.speakerCount { gains[speaker].setTarget(wanted[speaker]) }
  }

  /// `output`: the layout's outputs, each with room for `frames` rounded up to a multiple of 8; all but the low-frequency
  /// channel are written.
  @_noLocks
  public mutating func process(
    _ field: borrowing ChannelBuffer, _ source: UnsafePointer<Float>, into output: borrowing ChannelBuffer, frames: Int
  ) {
    crossover.process(field, source, into: bands.pointer, turned: turned.pointer, frames: frames)
    var frame = 0
    while frame < frames {
      decode(frame, into: output)
      frame += 8
    }
    for speaker in 0..<layout.speakerCount where !gains[speaker].isSilent {
      gains[speaker].processAdding(turned.pointer, to: output[layout.output(of: speaker)], frames: frames)
    }
  }

  /// Eight frames. Past the last one of a block lie old ones: their results are never heard.
  @_noLocks @inline(__always) private func decode(_ frame: Int, into output: borrowing ChannelBuffer) {
    let rows = bands.pointer + 8 * frame
    let (v0, v1, v2, v3) = SpeakerDecoder.halves(rows)
    let (v4, v5, v6, v7) = SpeakerDecoder.halves(rows + 4)
    var gain = UnsafePointer(matrix.pointer)
    for speaker in 0..<layout.speakerCount {
      // Two sums: half as long a wait.
      var low = v0 * gain[0]
      var high = v4 * gain[4]
      low = VectorMath.multiplyAdd(low, v1, Lanes(repeating: gain[1]))
      high = VectorMath.multiplyAdd(high, v5, Lanes(repeating: gain[5]))
      low = VectorMath.multiplyAdd(low, v2, Lanes(repeating: gain[2]))
      high = VectorMath.multiplyAdd(high, v6, Lanes(repeating: gain[6]))
      low = VectorMath.multiplyAdd(low, v3, Lanes(repeating: gain[3]))
      high = VectorMath.multiplyAdd(high, v7, Lanes(repeating: gain[7]))
      VectorMath.store(low + high, output[layout.output(of: speaker)] + frame)
      gain += 8
    }
  }

  /// Four signals of eight frames, from rows of eight signals per frame.
  @_noLocks @inline(__always)
  private static func halves(_ rows: UnsafePointer<Float>) -> (Lanes, Lanes, Lanes, Lanes) {
    func pair(_ frame: Int) -> Lanes {
      let (a, b) = (UnsafeRawPointer(rows + 8 * frame), UnsafeRawPointer(rows + 8 * (frame + 4)))
      return Lanes(lowHalf: a.loadUnaligned(as: SIMD4<Float>.self), highHalf: b.loadUnaligned(as: SIMD4<Float>.self))
    }
    let (a, b, c, d) = (pair(0), pair(1), pair(2), pair(3))
    let ab = Lanes(a[0], b[0], a[1], b[1], a[4], b[4], a[5], b[5])
    let cd = Lanes(c[0], d[0], c[1], d[1], c[4], d[4], c[5], d[5])
    let abHigh = Lanes(a[2], b[2], a[3], b[3], a[6], b[6], a[7], b[7])
    let cdHigh = Lanes(c[2], d[2], c[3], d[3], c[6], d[6], c[7], d[7])
    return (
      Lanes(ab[0], ab[1], cd[0], cd[1], ab[4], ab[5], cd[4], cd[5]),
      Lanes(ab[2], ab[3], cd[2], cd[3], ab[6], ab[7], cd[6], cd[7]),
      Lanes(abHigh[0], abHigh[1], cdHigh[0], cdHigh[1], abHigh[4], abHigh[5], cdHigh[4], cdHigh[5]),
      Lanes(abHigh[2], abHigh[3], cdHigh[2], cdHigh[3], abHigh[6], abHigh[7], cdHigh[6], cdHigh[7])
    )
  }
}
