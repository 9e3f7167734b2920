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
      let f = (VectorMath.load(x + frame), VectorMath.load(y + frame), VectorMath.load(z + frame))
      VectorMath.store(f.0 * m.xx + f.1 * m.xy + f.2 * m.xz, x + frame)
      VectorMath.store(f.0 * m.yx + f.1 * m.yy + f.2 * m.yz, y + frame)
      VectorMath.store(f.0 * m.zx + f.1 * m.zy + f.2 * m.zz, z + frame)
      frame += 8
    }
    while frame < frames {
      let (fx, fy, fz) = (x[frame], y[frame], z[frame])
      x[frame] = m.xx * fx + m.xy * fy + m.xz * fz
      y[frame] = m.yx * fx + m.yy * fy + m.yz * fz
      z[frame] = m.zx * fx + m.zy * fy + m.zz * fz
      frame += 1
    }
  }

  @_noLocks private func rotateMoving(_ field: borrowing ChannelBuffer, from start: Int, frames: Int) {
    let (y, z, x) = (field[1] + start, field[2] + start, field[3] + start)
    let (m, s, before) = (origin, step, moved + 1)
    var frame = 0
    // Products and sums in the same order as for the frames left over, never fused: the same bits.
    var t = VectorMath.Lanes(0, 1, 2, 3, 4, 5, 6, 7) + VectorMath.Lanes(repeating: Float(before))
    while frame + 8 <= frames {
      let f = (VectorMath.load(x + frame), VectorMath.load(y + frame), VectorMath.load(z + frame))
      VectorMath.store(Self.row((m.xx, m.xy, m.xz), (s.xx, s.xy, s.xz), t, f), x + frame)
      VectorMath.store(Self.row((m.yx, m.yy, m.yz), (s.yx, s.yy, s.yz), t, f), y + frame)
      VectorMath.store(Self.row((m.zx, m.zy, m.zz), (s.zx, s.zy, s.zz), t, f), z + frame)
      t += VectorMath.Lanes(repeating: 8)
      frame += 8
    }
    while frame < frames {
      let t = Float(before + frame)
      let (fx, fy, fz) = (x[frame], y[frame], z[frame])
      x[frame] = (m.xx + s.xx * t) * fx + (m.xy + s.xy * t) * fy + (m.xz + s.xz * t) * fz
      y[frame] = (m.yx + s.yx * t) * fx + (m.yy + s.yy * t) * fy + (m.yz + s.yz * t) * fz
      z[frame] = (m.zx + s.zx * t) * fx + (m.zy + s.zy * t) * fy + (m.zz + s.zz * t) * fz
      frame += 1
    }
  }

  /// One row of the turning matrix, `m + s·t`, times the field (x, y, z) of eight frames.
  @inline(__always) @_noLocks
  private static func row(
    _ m: (Float, Float, Float), _ s: (Float, Float, Float), _ t: VectorMath.Lanes,
    _ f: (VectorMath.Lanes, VectorMath.Lanes, VectorMath.Lanes)
  ) -> VectorMath.Lanes {
    let first = (VectorMath.Lanes(repeating: m.0) + t * s.0) * f.0
    let second = (VectorMath.Lanes(repeating: m.1) + t * s.1) * f.1
    let third = (VectorMath.Lanes(repeating: m.2) + t * s.2) * f.2
    return first + second + third
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
