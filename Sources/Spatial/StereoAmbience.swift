import CPlatform
import Signal

/// What a stereo pair holds of the place around the sources, for loudspeakers at the sides and above.
///
/// In each of three bands the covariance of left and right over the last 30 ms is taken as that of one source, panned
/// anywhere between them, and of ambience that is equally strong in both and alike in neither. The source's share is taken out
/// along its own direction, by a Wiener filter: a = x − D/(D + A)·p·pᵀ·x, with p the direction, D and A the powers of source
/// and ambience. A centre, or a source in one channel alone, leaves nothing; what is in opposite phase is ambience. All-passes then
/// make the four outputs unlike each other and the pair. Sums of both sides keep their level, as nothing in them is alike.
/// Source of the split: C. Faller (2006), "Multiple-loudspeaker playback of stereo signals", JAES 54(11), eqs. 8–12.
///
/// No latency. Build: `init`. Audio: the rest; about 100 cycles per frame.
public struct StereoAmbience: ~Copyable {
  private var lowLeft, lowRight, midLeft, midRight: Biquad
  private let bands: ChannelBuffer
  /// Smoothed l², r², l·r.
  private var leftPower = SIMD4<Float>.zero
  private var rightPower = SIMD4<Float>.zero
  private var product = SIMD4<Float>.zero
  private let kept: Float
  /// Three for each output.
  private let allPasses: UnsafeMutablePointer<AllPassLine>

  /// Re the ambience itself.
  private static var sideGain: Float { @_noLocks get { 0.6 } }
  private static var heightGain: Float { @_noLocks get { 0.42 } }

  public init(sampleRate: Double, capacity: Int) {
    lowLeft = Biquad(.lowPass(cutoffHz: 400, sampleRate: sampleRate))
    midLeft = Biquad(.lowPass(cutoffHz: 3_000, sampleRate: sampleRate))
    (lowRight, midRight) = (lowLeft, midLeft)
    bands = ChannelBuffer(channels: 6, capacity: capacity)
    kept = Float(nf_exp(-1 / (0.03 * sampleRate)))
    // No two alike, none a multiple of another; they ring for less than 0.2 s.
    let milliseconds = [2.3, 4.1, 8.3, 2.9, 4.7, 7.9, 1.9, 5.3, 8.9, 2.6, 5.9, 7.3]
    allPasses = .allocate(capacity: 12)
    for index in 0..<12 {
      (allPasses + index).initialize(
        to: AllPassLine(delayFrames: Int(milliseconds[index] * 0.001 * sampleRate), gain: 0.5))
    }
  }

  deinit {
    allPasses.deinitialize(count: 12)
    allPasses.deallocate()
  }

  @_noLocks public mutating func reset() {
    lowLeft.reset()
    lowRight.reset()
    midLeft.reset()
    midRight.reset()
    (leftPower, rightPower, product) = (.zero, .zero, .zero)
    for index in 0..<12 { allPasses[index].reset() }
  }

  /// Writes channels `first` to `first + 3` of `output`: side left and right, height left and right.
  @_noLocks
  public mutating func process(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, into output: borrowing ChannelBuffer, from first: Int,
    frames: Int
  ) {
    StereoAmbience.split(left, &lowLeft, &midLeft, bands[0], bands[1], bands[2], frames)
    StereoAmbience.split(right, &lowRight, &midRight, bands[3], bands[4], bands[5], frames)
    extract(into: output[first], output[first + 1], frames: frames)
    for side in 0..<2 {
      let (low, high) = (output[first + side], output[first + 2 + side])
      for frame in 0..<frames {
        high[frame] = StereoAmbience.heightGain * low[frame]
        low[frame] *= StereoAmbience.sideGain
      }
    }
    for index in 0..<12 { allPasses[index].process(output[first + index / 3], frames: frames) }
  }

  /// Three bands that add up to the signal exactly.
  @_noLocks
  private static func split(
    _ x: UnsafePointer<Float>, _ lowPass: inout Biquad, _ midPass: inout Biquad, _ low: UnsafeMutablePointer<Float>,
    _ mid: UnsafeMutablePointer<Float>, _ high: UnsafeMutablePointer<Float>, _ frames: Int
  ) {
    nf_rt_copy(low, x, frames * MemoryLayout<Float>.stride)
    lowPass.process(low, count: frames)
    for frame in 0..<frames { mid[frame] = x[frame] - low[frame] }
    nf_rt_copy(high, mid, frames * MemoryLayout<Float>.stride)
    midPass.process(mid, count: frames)
    for frame in 0..<frames { high[frame] -= mid[frame] }
  }

  @_noLocks
  private mutating func extract(
    into left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, frames: Int
  ) {
    let (b0, b1, b2, b3, b4, b5) = (bands[0], bands[1], bands[2], bands[3], bands[4], bands[5])
    let taken = 1 - kept
    for frame in 0..<frames {
      let l = SIMD4<Float>(b0[frame], b1[frame], b2[frame], 0)
      let r = SIMD4<Float>(b3[frame], b4[frame], b5[frame], 0)
      leftPower = leftPower * kept + l * l * taken
      rightPower = rightPower * kept + r * r * taken
      product = product * kept + l * r * taken
      // 2·⟨l·r⟩ of sources in phase, ⟨l²⟩ ± ⟨r²⟩, and the length of the vector that points to the source at twice its angle.
      let alike = 2 * product.replacing(with: 0, where: product .< 0)
      let (sum, balance) = (leftPower + rightPower, leftPower - rightPower)
      let square = balance * balance + alike * alike
      let length = SIMD4<Float>(nf_rt_sqrt(square[0]), nf_rt_sqrt(square[1]), nf_rt_sqrt(square[2]), 0)
      let scale = 1 / (sum + length + 1e-30)
      let leftOut = l - scale * ((length + balance) * l + alike * r)
      let rightOut = r - scale * (alike * l + (length - balance) * r)
      left[frame] = leftOut.sum()
      right[frame] = rightOut.sum()
    }
  }
}
