/// One Schroeder all-pass: flat in level at all frequencies, spread in time. Build: `init`. Audio: the rest.
///
/// Source: M. R. Schroeder (1962), "Natural sounding artificial reverberation", JAES 10(3).
public struct AllPassLine: ~Copyable {
  private let memory: FloatBuffer
  private let gain: Float
  private var position = 0

  public init(delayFrames: Int, gain: Float) {
    memory = FloatBuffer(count: max(1, delayFrames))
    self.gain = gain
  }

  @_noLocks public mutating func reset() {
    memory.clear()
    position = 0
  }

  /// In place.
  @_noLocks public mutating func process(_ signal: UnsafeMutablePointer<Float>, frames: Int) {
    var done = 0
    while done < frames {
      let count = min(frames - done, memory.count - position)
      let (x, v) = (signal + done, memory.pointer + position)
      for frame in 0..<count {
        let late = v[frame]
        let now = x[frame] + gain * late
        v[frame] = now
        x[frame] = late - gain * now
      }
      position = position + count == memory.count ? 0 : position + count
      done += count
    }
  }
}
