import Ambisonics
import CPlatform
import Signal

/// Pans a point source over the loudspeakers of a layout: the two or three around it, at constant power.
///
/// Triangles are the faces of the convex hull of the loudspeakers and of imaginary ones, above and below for instance; what
/// those get is shared in power by others. Where left and right mirror each other the gains of a source and those of its mirror
/// image are averaged, so that faces with more than three corners are cut evenly.
/// Source: V. Pulkki (1997), "Virtual sound source positioning using vector base amplitude panning", JAES 45(6).
/// Build: `init`. Audio: the rest; some hundred nanoseconds per source.
struct SpeakerPanner: ~Copyable {
  typealias Gains = SIMD16<Float>

  private let hasCentre: Bool
  private let isSymmetric: Bool
  /// Per triangle: three points and the nine elements of the inverse of their matrix, row by row.
  private let triangles: FloatBuffer
  private let triangleCount: Int
  /// Points up to here are loudspeakers; then come the imaginary ones.
  private let speakerCount: Int
  private let mirrored: SIMD16<Int32>
  /// Per imaginary loudspeaker: the shares in its power, 16 numbers.
  private let shares: FloatBuffer

  init(_ layout: SpeakerLayout) { self.init(SpeakerArrangement(layout)) }

  init(_ arrangement: SpeakerArrangement) {
    hasCentre = arrangement.hasCentre
    isSymmetric = !arrangement.mirrored.isEmpty
    speakerCount = arrangement.directions.count
    var mirrored = SIMD16<Int32>.zero
    for (speaker, other) in arrangement.mirrored.enumerated() { mirrored[speaker] = Int32(other) }
    self.mirrored = mirrored
    let imaginary = arrangement.imaginary
    shares = FloatBuffer(count: max(1, 16 * imaginary.count))
    for (place, point) in imaginary.enumerated() {
      for (speaker, share) in point.shares.enumerated() { shares[16 * place + speaker] = share }
    }
    let faces = SpeakerPanner.faces(arrangement.directions + imaginary.map { $0.direction })
    triangleCount = faces.count / 12
    triangles = FloatBuffer(count: faces.count)
    for index in faces.indices { triangles[index] = faces[index] }
  }

  /// One gain per loudspeaker, their powers adding up to 1. `divergence`: how far the share of the centre
  /// loudspeaker, if there is one,
  /// goes into left and right instead, 0…1.
  @_noLocks func gains(_ source: Direction, divergence: Float = 0) -> Gains {
    var sum = panned(source)
    if isSymmetric {
      let image = panned(Direction(x: source.x, y: -source.y, z: source.z))
      for speaker in 0..<speakerCount { sum[speaker] += image[Int(mirrored[speaker])] }
      sum /= nf_rt_sqrt((sum * sum).sum())
    }
    if hasCentre && divergence > 0 {
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
    var power = Gains.zero
    add(max(found.0, 0), Int(at[0]), to: &power)
    add(max(found.1, 0), Int(at[1]), to: &power)
    add(max(found.2, 0), Int(at[2]), to: &power)
    let sum = power.sum()
    guard sum > 0 else { return power }
    var gains = power / sum
    for speaker in 0..<speakerCount { gains[speaker] = nf_rt_sqrt(gains[speaker]) }
    return gains
  }

  /// The power of a corner with this gain.
  @_noLocks private func add(_ gain: Float, _ point: Int, to power: inout Gains) {
    if point < speakerCount {
      power[point] += gain * gain
    } else {
      let share = UnsafeRawPointer(shares.pointer + 16 * (point - speakerCount))
      power += gain * gain * share.loadUnaligned(as: Gains.self)
    }
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
