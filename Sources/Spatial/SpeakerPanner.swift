import Ambisonics
import CPlatform
import Signal

/// Pans a point source over the loudspeakers of a layout: the two or three around it, at constant power.
///
/// Triangles are the faces of the convex hull of the loudspeakers and of two imaginary ones above and below; what
/// those get
/// is shared in power by the upper loudspeakers (or all, where there are none) and by the lower ones. The gains of a
/// source and those of
/// its mirror image are averaged, so that faces with more than three corners are cut evenly.
/// Source: V. Pulkki (1997), "Virtual sound source positioning using vector base amplitude panning", JAES 45(6).
/// Build: `init`. Audio: the rest; some hundred nanoseconds per source.
struct SpeakerPanner: ~Copyable {
  typealias Gains = SIMD16<Float>

  private let layout: SpeakerLayout
  /// Per triangle: three points and the nine elements of the inverse of their matrix, row by row.
  private let triangles: FloatBuffer
  private let triangleCount: Int
  /// Points up to here are loudspeakers; then come the one above and the one below.
  private let speakerCount: Int
  private let mirrored: SIMD16<Int32>
  /// 1 for the loudspeakers that stand in for the imaginary ones, scaled to a sum of 1.
  private let above: Gains
  private let below: Gains

  init(_ layout: SpeakerLayout) {
    self.layout = layout
    let count = layout.speakerCount
    speakerCount = count
    var points = (0..<count).map { layout.direction(of: $0) }
    var (mirrored, above, below) = (SIMD16<Int32>.zero, Gains.zero, Gains.zero)
    for speaker in 0..<count {
      mirrored[speaker] = Int32(layout.mirrored(speaker))
      let isHigh = points[speaker].z > 0.1
      above[speaker] = isHigh || !layout.hasHeight ? 1 : 0
      below[speaker] = isHigh ? 0 : 1
    }
    (self.mirrored, self.above, self.below) = (mirrored, above / above.sum(), below / below.sum())
    points.append(Direction(x: 0, y: 0, z: 1))
    points.append(Direction(x: 0, y: 0, z: -1))
    let faces = SpeakerPanner.faces(points)
    triangleCount = faces.count / 12
    triangles = FloatBuffer(count: faces.count)
    for index in faces.indices { triangles[index] = faces[index] }
  }

  /// One gain per loudspeaker, their powers adding up to 1. `divergence`: how far the share of the centre
  /// loudspeaker, if there is one,
  /// goes into left and right instead, 0…1.
  @_noLocks func gains(_ source: Direction, divergence: Float = 0) -> Gains {
    let direct = panned(source)
    let image = panned(Direction(x: source.x, y: -source.y, z: source.z))
    var sum = direct
    for speaker in 0..<speakerCount { sum[speaker] += image[Int(mirrored[speaker])] }
    sum /= nf_rt_sqrt((sum * sum).sum())
    if layout.hasCentre && divergence > 0 {
      let angle = divergence * (.pi / 2)
      let moved = sum[2] * nf_rt_sin(angle)
      sum[2] *= nf_rt_cos(angle)
      for side in 0..<2 { sum[side] = nf_rt_sqrt(sum[side] * sum[side] + 0.5 * moved * moved) }
    }
    return sum
  }

  /// The triangle that holds the source is the one whose smallest gain is the largest.
  @_noLocks private func panned(_ source: Direction) -> Gains {
    var (best, found, at) = (-Float.infinity, (Float(0), Float(0), Float(0)), triangles.pointer)
    for triangle in 0..<triangleCount {
      let t = triangles.pointer + 12 * triangle
      let a = t[3] * source.x + t[4] * source.y + t[5] * source.z
      let b = t[6] * source.x + t[7] * source.y + t[8] * source.z
      let c = t[9] * source.x + t[10] * source.y + t[11] * source.z
      let least = min(a, min(b, c))
      if least > best { (best, found, at) = (least, (a, b, c), t) }
    }
    var all = Gains.zero
    all[Int(at[0])] = max(found.0, 0)
    all[Int(at[1])] = max(found.1, 0)
    all[Int(at[2])] = max(found.2, 0)
    let (up, down) = (all[speakerCount], all[speakerCount + 1])
    all[speakerCount] = 0
    all[speakerCount + 1] = 0
    let power = all * all + up * up * above + down * down * below
    var gains = power / power.sum()
    for speaker in 0..<speakerCount { gains[speaker] = nf_rt_sqrt(gains[speaker]) }
    return gains
  }

  /// Twelve numbers per triangle; see `triangles`.
  private static func faces(_ points: [Direction]) -> [Float] {
    var faces: [Float] = []
    for i in points.indices {
      for j in points.indices where j > i {
        for k in points.indices where k > j && isFace(points, i, j, k) {
          let face = [Float(i), Float(j), Float(k)] + inverse(points[i], points[j], points[k])
          let centre = Direction(
            x: points[i].x + points[j].x + points[k].x, y: points[i].y + points[j].y + points[k].y,
            z: points[i].z + points[j].z + points[k].z)
          // Four corners in a plane make four triangles, of which two cover the face.
          let overlaps = stride(from: 0, to: faces.count, by: 12).contains { holds(Array(faces[$0..<$0 + 12]), centre) }
          if !overlaps { faces += face }
        }
      }
    }
    return faces
  }

  private static func holds(_ face: [Float], _ d: Direction) -> Bool {
    (1...3).allSatisfy { face[3 * $0] * d.x + face[3 * $0 + 1] * d.y + face[3 * $0 + 2] * d.z > -1e-4 }
  }

  /// All other points lie on the side of the origin.
  private static func isFace(_ points: [Direction], _ i: Int, _ j: Int, _ k: Int) -> Bool {
    let (a, b, c) = (points[i], points[j], points[k])
    let (p, q) = (
      Direction(x: b.x - a.x, y: b.y - a.y, z: b.z - a.z), Direction(x: c.x - a.x, y: c.y - a.y, z: c.z - a.z)
    )
    var normal = cross(p, q)
    var distance = normal.dot(a)
    guard abs(distance) > 1e-3 else { return false }
    if distance < 0 {
      normal = Direction(x: -normal.x, y: -normal.y, z: -normal.z)
      distance = -distance
    }
    return points.allSatisfy { normal.dot($0) < distance + 1e-4 }
  }

  private static func inverse(_ a: Direction, _ b: Direction, _ c: Direction) -> [Float] {
    let (bc, ca, ab) = (cross(b, c), cross(c, a), cross(a, b))
    let d = a.dot(bc)
    return [bc.x / d, bc.y / d, bc.z / d, ca.x / d, ca.y / d, ca.z / d, ab.x / d, ab.y / d, ab.z / d]
  }

  private static func cross(_ a: Direction, _ b: Direction) -> Direction {
    Direction(x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x)
  }
}
