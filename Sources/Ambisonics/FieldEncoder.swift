import Signal

/// Puts several signals into one first-order field (ACN, SN3D), each with gains of its own, without latency.
///
/// The channels of a pair or a bed at the places of their loudspeakers, or the capsules of a microphone: any matrix of four
/// rows. Gains move along straight lines, as in `PointEncoder`; every frame is computed from its place on them, so that no frame depends
/// on how blocks are cut. Build: `init`. Audio: the rest; 4 multiply-adds per source and frame, 8 while gains move.
public struct FieldEncoder: ~Copyable {
  /// One source's gains of W Y Z X, and the way they are on.
  private struct Source {
    var origin = SIMD4<Float>.zero
    var step = SIMD4<Float>.zero
    var target = SIMD4<Float>.zero
    /// Frames since the origin, up to the length of a ramp.
    var moved: Int
    var isFresh = true
  }

  public let sources: Int
  private let rampFrames: Int
  private let states: UnsafeMutablePointer<Source>

  public init(sources: Int, rampFrames: Int) {
    precondition(sources > 0)
    self.sources = sources
    self.rampFrames = max(1, rampFrames)
    states = .allocate(capacity: sources)
    states.initialize(repeating: Source(moved: max(1, rampFrames)), count: sources)
  }

  deinit { states.deallocate() }

  /// The first gains after it are taken at once.
  @_noLocks public func reset() {
    for source in 0..<sources {
      states[source].isFresh = true
      rest(source)
    }
  }

  /// The gains of one source to move to.
  @_noLocks public func move(_ source: Int, to gains: FirstOrderGains) {
    assert(source >= 0 && source < sources)
    let new = SIMD4(gains.w, gains.y, gains.z, gains.x)
    if states[source].isFresh {
      states[source].isFresh = false
      states[source].target = new
      rest(source)
    } else if new != states[source].target {
      let state = states[source]
      states[source].origin = state.origin + state.step * Float(state.moved)
      if state.moved == rampFrames { states[source].origin = state.target }
      states[source].target = new
      states[source].step = (new - states[source].origin) / Float(rampFrames)
      states[source].moved = 0
    }
  }

  /// As many channels of `signals` as there are sources → 4 channels.
  @_noLocks
  public func process(_ signals: borrowing ChannelBuffer, into field: borrowing ChannelBuffer, frames: Int) {
    var done = 0
    while done < frames {
      let left = framesToNextRest()
      let count = min(frames - done, left)
      encode(signals, into: field, from: done, frames: count, areMoving: left < Int.max)
      done += count
      for source in 0..<sources where states[source].moved < rampFrames {
        states[source].moved += count
        if states[source].moved == rampFrames { rest(source) }
      }
    }
  }

  /// Where it is going, it is.
  @_noLocks private func rest(_ source: Int) {
    states[source].origin = states[source].target
    states[source].step = .zero
    states[source].moved = rampFrames
  }

  /// Until the first of the sources that move has arrived; `Int.max` where all rest.
  @_noLocks private func framesToNextRest() -> Int {
    var left = Int.max
    for source in 0..<sources where states[source].moved < rampFrames {
      left = min(left, rampFrames - states[source].moved)
    }
    return left
  }

  @_noLocks
  private func encode(
    _ signals: borrowing ChannelBuffer, into field: borrowing ChannelBuffer, from start: Int, frames: Int,
    areMoving: Bool
  ) {
    let (w, y, z, x) = (field[0] + start, field[1] + start, field[2] + start, field[3] + start)
    for frame in stride(from: 0, to: frames, by: 8) {
      let count = min(8, frames - frame)
      var sum = FieldLanes()
      for source in 0..<sources {
        let signal = VectorMath.load(signals[source] + start + frame, count: count)
        let state = states[source]
        if areMoving {
          // Steps since the origin, counted from 1, exact in floats.
          let place = SIMD8<Float>(1, 2, 3, 4, 5, 6, 7, 8) + Float(state.moved + frame)
          sum.add(signal, state.origin, place, state.step)
        } else {
          sum.add(signal, state.origin)
        }
      }
      VectorMath.store(sum.w, w + frame, count: count)
      VectorMath.store(sum.y, y + frame, count: count)
      VectorMath.store(sum.z, z + frame, count: count)
      VectorMath.store(sum.x, x + frame, count: count)
    }
  }
}

/// Eight frames of a field.
private struct FieldLanes {
  var w = VectorMath.Lanes.zero
  var y = VectorMath.Lanes.zero
  var z = VectorMath.Lanes.zero
  var x = VectorMath.Lanes.zero

  @_noLocks init() {}

  @inline(__always) @_noLocks mutating func add(_ signal: VectorMath.Lanes, _ gains: SIMD4<Float>) {
    w = VectorMath.multiplyAdd(w, signal, VectorMath.Lanes(repeating: gains[0]))
    y = VectorMath.multiplyAdd(y, signal, VectorMath.Lanes(repeating: gains[1]))
    z = VectorMath.multiplyAdd(z, signal, VectorMath.Lanes(repeating: gains[2]))
    x = VectorMath.multiplyAdd(x, signal, VectorMath.Lanes(repeating: gains[3]))
  }

  /// With the gains `origin` + `place` · `step`.
  @inline(__always) @_noLocks
  mutating func add(
    _ signal: VectorMath.Lanes, _ origin: SIMD4<Float>, _ place: VectorMath.Lanes, _ step: SIMD4<Float>
  ) {
    w = VectorMath.multiplyAdd(w, signal, Self.gain(origin[0], place, step[0]))
    y = VectorMath.multiplyAdd(y, signal, Self.gain(origin[1], place, step[1]))
    z = VectorMath.multiplyAdd(z, signal, Self.gain(origin[2], place, step[2]))
    x = VectorMath.multiplyAdd(x, signal, Self.gain(origin[3], place, step[3]))
  }

  @inline(__always) @_noLocks
  private static func gain(_ origin: Float, _ place: VectorMath.Lanes, _ step: Float) -> VectorMath.Lanes {
    VectorMath.multiplyAdd(VectorMath.Lanes(repeating: origin), place, VectorMath.Lanes(repeating: step))
  }
}
