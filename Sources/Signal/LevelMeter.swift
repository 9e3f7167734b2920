import CPlatform

/// The level of a signal over the last 0.3 s, in dB re full scale (a full-scale square wave is 0). Audio.
public struct LevelMeter {
  private var power: Float = 0
  private let framesOfMemory: Float

  public init(sampleRate: Double) { framesOfMemory = Float(0.3 * sampleRate) }

  @_noLocks public mutating func reset() { power = 0 }

  @_noLocks public mutating func add(_ signal: UnsafePointer<Float>, frames: Int) {
    guard frames > 0 else { return }
    let kept = nf_rt_exp(-Float(frames) / framesOfMemory)
    // Held below +200 dB: a square that overflows would stay for ever.
    let now = min(VectorMath.energy(signal, count: frames) / Float(frames), 1e20)
    power = kept * power + (1 - kept) * now
  }

  public var decibels: Float { @_noLocks get { Decibels.level(power: power) } }
}
