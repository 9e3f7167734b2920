import CPlatform
import Signal

/// A head's responses on a regular grid of directions, split into minimum-phase responses and delays: both can be
/// interpolated between neighbours, whole responses cannot (their peaks lie at different times).
///
/// Build: `init`; 4 MB at 48 kHz. Audio: reading.
/// Source of the split: D. J. Kistler, F. L. Wightman (1992), "A model of head-related transfer functions based on principal
/// components analysis and minimum-phase reconstruction", JASA 91.
public struct PointResponses: ~Copyable {
  /// Nodes every 5° of azimuth from 0° counter-clockwise, every 10° of elevation from −90°.
  static let azimuths = 72
  static let elevations = 19
  /// Length of the minimum-phase responses.
  public let taps: Int
  /// node × ear × taps.
  private let responses: FloatBuffer
  /// node × ear: frames after the arrival at the head's centre.
  private let delays: FloatBuffer

  @_noLocks func response(_ node: Int, ear: Int) -> UnsafeMutablePointer<Float> {
    responses.pointer + (node * 2 + ear) * taps
  }

  @_noLocks func delay(_ node: Int, ear: Int) -> Float { delays[node * 2 + ear] }

  @_noLocks static func node(azimuth: Int, elevation: Int) -> Int { elevation * azimuths + azimuth }

  /// `places`: of the nodes in the head.
  init(_ head: borrowing HeadResponses, _ places: [[Neighbour]], taps: Int) {
    self.taps = taps
    let nodes = PointResponses.azimuths * PointResponses.elevations
    responses = FloatBuffer(count: nodes * 2 * taps)
    delays = FloatBuffer(count: nodes * 2)
    let factor = MinimumPhaseFactor(head, taps: taps)
    let powers = PointResponses.powers(head, places, bins: factor.bins)
    var sum = 0.0
    for node in 0..<nodes {
      for ear in 0..<2 {
        factor.response(ofPowers: powers.pointer + (node * 2 + ear) * factor.bins, into: response(node, ear: ear))
        let minimum = factor.delaySpectrum(response(node, ear: ear))
        var delay = 0.0
        for neighbour in places[node] {
          delay +=
            Double(neighbour.share)
            * factor.delay(of: neighbour.direction, ear: ear, in: head, minimum: minimum)
        }
        delays[node * 2 + ear] = Float(delay)
      }
    }
    // Re the mean over the sphere: rows of nodes near the poles count less.
    var total = 0.0
    for node in 0..<nodes {
      let level = nf_cos((Double(node / PointResponses.azimuths) * 10 - 90) * .pi / 180)
      sum += level * Double(delays[2 * node] + delays[2 * node + 1])
      total += 2 * level
    }
    for index in 0..<delays.count { delays[index] -= Float(sum / total) }
  }

  /// A measured direction and its share in a node.
  struct Neighbour {
    var direction: Int
    var share: Float
  }

  /// Per node the measured direction that lies there, or the three nearest, weighted by the inverse square of their distance.
  static func places(in head: borrowing HeadResponses) -> [[Neighbour]] {
    var places: [[Neighbour]] = []
    for elevation in 0..<elevations {
      for azimuth in 0..<azimuths {
        let (a, e) = (Double(azimuth) * 5 * .pi / 180, (Double(elevation) * 10 - 90) * .pi / 180)
        let node = SIMD3(Float(nf_cos(a) * nf_cos(e)), Float(nf_sin(a) * nf_cos(e)), Float(nf_sin(e)))
        places.append(nearest(to: node, head.directions))
      }
    }
    return places
  }

  private static func nearest(to node: SIMD3<Float>, _ directions: [SIMD3<Float>]) -> [Neighbour] {
    var (first, second, third) = (-1, -1, -1)
    var (firstSquare, secondSquare, thirdSquare) = (Float.infinity, Float.infinity, Float.infinity)
    directions.withUnsafeBufferPointer { list in
      for index in 0..<list.count {
        let d = list[index] - node
        let square = d.x * d.x + d.y * d.y + d.z * d.z
        if square < firstSquare {
          (third, thirdSquare) = (second, secondSquare)
          (second, secondSquare) = (first, firstSquare)
          (first, firstSquare) = (index, square)
        } else if square < secondSquare {
          (third, thirdSquare) = (second, secondSquare)
          (second, secondSquare) = (index, square)
        } else if square < thirdSquare {
          (third, thirdSquare) = (index, square)
        }
      }
    }
    // Within 0.6°: the measurement itself.
    if firstSquare < 1e-4 { return [Neighbour(direction: first, share: 1)] }
    let (a, b, c) = (1 / firstSquare, 1 / secondSquare, 1 / thirdSquare)
    let sum = a + b + c
    return [
      Neighbour(direction: first, share: a / sum), Neighbour(direction: second, share: b / sum),
      Neighbour(direction: third, share: c / sum),
    ]
  }

  /// node × ear × bins: powers at every other bin of the head's transform. Goes through sixteen bins at a time, which stay in
  /// the cache; bins above the measured band hold the last level.
  private static func powers(_ head: borrowing HeadResponses, _ places: [[Neighbour]], bins: Int) -> FloatBuffer {
    let result = FloatBuffer(count: places.count * 2 * bins)
    let edge = Int(Double(head.bins - 1) * HeadResponses.bandEdge)
    for ear in 0..<2 {
      for first in stride(from: 0, to: bins, by: 16) {
        for node in places.indices {
          let target = result.pointer + (node * 2 + ear) * bins
          let place = places[node]
          for bin in first..<min(first + 16, bins) {
            let (re, im) = (head.real(min(2 * bin, edge), ear: ear), head.imaginary(min(2 * bin, edge), ear: ear))
            var power: Float = 0
            for neighbour in place {
              let (a, b) = (re[neighbour.direction], im[neighbour.direction])
              power += neighbour.share * (a * a + b * b)
            }
            target[bin] = power
          }
        }
      }
    }
    return result
  }
}
