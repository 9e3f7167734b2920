import Signal

/// Rotates a first-order field against the head, without latency and without clicks.
///
/// A new rotation is reached in `rampFrames` along straight lines of the nine matrix elements, which is the same as
/// cross-fading between the two rotated fields. W passes unchanged. Cost: 9 multiply-adds per frame.
public struct FieldRotator {
  /// Where the turn under way began.
  private var origin = Rotation()
  private var target = Rotation()
  private var step = Rotation()
  /// Frames since then, up to `rampFrames`: every frame is computed from it, so that the division into blocks does not matter.
  private var moved: Int
  private var isFresh = true
  private let rampFrames: Int

  /// Build.
  public init(rampFrames: Int) {
    self.rampFrames = max(1, rampFrames)
    moved = self.rampFrames
  }

  /// Audio. The first rotation after it is taken at once.
  @_noLocks public mutating func reset() {
    isFresh = true
    moved = rampFrames
  }

  /// Audio. The rotation to move to.
  @_noLocks public mutating func turn(to rotation: Rotation) {
    if isFresh {
      isFresh = false
      (target, moved) = (rotation, rampFrames)
    } else if rotation != target {
      origin = moved < rampFrames ? origin.plus(step.scaled(by: Float(moved))) : target
      target = rotation
      step = rotation.minus(origin).scaled(by: 1 / Float(rampFrames))
      moved = 0
    }
  }

  /// Audio. Rotates 4 channels (ACN, SN3D) in place.
  @_noLocks public mutating func process(_ field: borrowing ChannelBuffer, frames: Int) {
    var done = 0
    while done < frames {
      if moved < rampFrames {
        let count = min(frames - done, rampFrames - moved)
        rotateMoving(field, from: done, frames: count)
        moved += count
        done += count
      } else {
        rotateStill(field, from: done, frames: frames - done)
        done = frames
      }
    }
  }

  @_noLocks private func rotateStill(_ field: borrowing ChannelBuffer, from start: Int, frames: Int) {
    let (y, z, x) = (field[1] + start, field[2] + start, field[3] + start)
    let m = target
    var frame = 0
    while frame + 8 <= frames {
      FieldVector(x + frame, y + frame, z + frame).turned(m).store(x + frame, y + frame, z + frame)
      frame += 8
    }
    if frame < frames {
      FieldVector(x + frame, y + frame, z + frame, count: frames - frame).turned(m)
        .store(x + frame, y + frame, z + frame, count: frames - frame)
    }
  }

  @_noLocks private func rotateMoving(_ field: borrowing ChannelBuffer, from start: Int, frames: Int) {
    let (y, z, x) = (field[1] + start, field[2] + start, field[3] + start)
    let (m, s) = (origin, step)
    // Steps since the origin, counted from 1, exact in floats.
    var t = SIMD8<Float>(1, 2, 3, 4, 5, 6, 7, 8) + Float(moved)
    var frame = 0
    while frame + 8 <= frames {
      FieldVector(x + frame, y + frame, z + frame).turned(m, s, t).store(x + frame, y + frame, z + frame)
      t += 8
      frame += 8
    }
    if frame < frames {
      FieldVector(x + frame, y + frame, z + frame, count: frames - frame).turned(m, s, t)
        .store(x + frame, y + frame, z + frame, count: frames - frame)
    }
  }
}

/// The first-order part of up to eight frames.
private struct FieldVector {
  typealias Channel = UnsafeMutablePointer<Float>

  var x, y, z: VectorMath.Lanes

  @inline(__always) @_noLocks init(_ x: Channel, _ y: Channel, _ z: Channel) {
    self.init(x: VectorMath.load(x), y: VectorMath.load(y), z: VectorMath.load(z))
  }

  @inline(__always) @_noLocks init(_ x: Channel, _ y: Channel, _ z: Channel, count: Int) {
    self.init(
      x: VectorMath.load(x, count: count), y: VectorMath.load(y, count: count), z: VectorMath.load(z, count: count))
  }

  @inline(__always) @_noLocks private init(x: VectorMath.Lanes, y: VectorMath.Lanes, z: VectorMath.Lanes) {
    (self.x, self.y, self.z) = (x, y, z)
  }

  @inline(__always) @_noLocks func store(_ x: Channel, _ y: Channel, _ z: Channel) {
    VectorMath.store(self.x, x)
    VectorMath.store(self.y, y)
    VectorMath.store(self.z, z)
  }

  @inline(__always) @_noLocks func store(_ x: Channel, _ y: Channel, _ z: Channel, count: Int) {
    VectorMath.store(self.x, x, count: count)
    VectorMath.store(self.y, y, count: count)
    VectorMath.store(self.z, z, count: count)
  }

  @inline(__always) @_noLocks func turned(_ m: Rotation) -> FieldVector {
    FieldVector(
      x: x * m.xx + y * m.xy + z * m.xz, y: x * m.yx + y * m.yy + z * m.yz, z: x * m.zx + y * m.zy + z * m.zz)
  }

  /// By `m` + t·`s`: both products by themselves, which takes fewer operations than a matrix per frame.
  @inline(__always) @_noLocks func turned(_ m: Rotation, _ s: Rotation, _ t: VectorMath.Lanes) -> FieldVector {
    let (origin, step) = (turned(m), turned(s))
    return FieldVector(x: origin.x + t * step.x, y: origin.y + t * step.y, z: origin.z + t * step.z)
  }
}

extension Rotation {
  @_noLocks func minus(_ o: Rotation) -> Rotation { combined(o, -1) }

  @_noLocks func plus(_ o: Rotation) -> Rotation { combined(o, 1) }

  @_noLocks func scaled(by gain: Float) -> Rotation {
    var r = self
    (r.xx, r.xy, r.xz) = (xx * gain, xy * gain, xz * gain)
    (r.yx, r.yy, r.yz) = (yx * gain, yy * gain, yz * gain)
    (r.zx, r.zy, r.zz) = (zx * gain, zy * gain, zz * gain)
    return r
  }

  @_noLocks private func combined(_ o: Rotation, _ sign: Float) -> Rotation {
    var r = self
    (r.xx, r.xy, r.xz) = (xx + sign * o.xx, xy + sign * o.xy, xz + sign * o.xz)
    (r.yx, r.yy, r.yz) = (yx + sign * o.yx, yy + sign * o.yy, yz + sign * o.yz)
    (r.zx, r.zy, r.zz) = (zx + sign * o.zx, zy + sign * o.zy, zz + sign * o.zz)
    return r
  }
}
