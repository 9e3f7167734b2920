import Ambisonics
import CPlatform
import Signal

/// What measured microphones have in common with each other and with the field, at the bins of a transform. Build.
///
/// The mean over the sphere is that over the measured directions, each with the part of the sphere that is nearest to it; of a ring,
/// over the ring. Responses are scaled to a mean power of 1 from 200 to 800 Hz, where small bodies
/// do not shade them yet.
struct MeasuredMoments {
  /// The microphone that W resembles most, up to 2 kHz.
  let substitute: Int
  private let count: Int
  private let wanted: [Double]
  /// Bin × (R row by row, then B row by row), real and imaginary parts in turn.
  private let sums: [Double]
  private let valuesPerBin: Int

  /// `fftSize`: even; what of a response is longer is left out.
  init(_ array: MeasuredArray, fftSize: Int) {
    count = array.microphones
    let bins = fftSize / 2 + 1
    valuesPerBin = 2 * count * (count + 4)
    let weights = SphereWeights.nearestShares(array.directions.map { SIMD3($0.x, $0.y, $0.z) })
    let fields = array.directions.map { [1, Double($0.y), Double($0.z), Double($0.x)] }
    wanted = (0..<4).map { channel in
      zip(weights, fields).reduce(0) { $0 + $1.0 * $1.1[channel] * $1.1[channel] }
    }
    let transform = ResponseTransform(array, fftSize: fftSize)
    var sums = [Double](repeating: 0, count: bins * valuesPerBin)
    var heard = [Double](repeating: 0, count: 2 * count)
    for index in array.directions.indices {
      transform.take(index)
      for bin in 0..<bins {
        transform.read(bin, into: &heard)
        Self.add(heard, fields[index], weights[index], to: &sums, at: bin * valuesPerBin)
      }
    }
    let hzPerBin = array.sampleRate / Double(fftSize)
    self.sums = Self.scaled(sums, valuesPerBin: valuesPerBin, microphones: count, hzPerBin: hzPerBin)
    substitute = Self.substitute(self.sums, valuesPerBin, count, bins: min(bins, Int(2000 / hzPerBin) + 1))
  }

  func moments(_ bin: Int) -> ArrayMoments {
    let start = bin * valuesPerBin
    func rows(_ rows: Int, at start: Int) -> [[Complex]] {
      (0..<rows).map { row in
        (0..<count).map { column in
          let place = start + 2 * (row * count + column)
          return Complex(re: sums[place], im: sums[place + 1])
        }
      }
    }
    return ArrayMoments(
      covariance: rows(count, at: start), cross: rows(4, at: start + 2 * count * count), wanted: wanted)
  }

  /// One direction at one bin.
  private static func add(
    _ heard: [Double], _ field: [Double], _ weight: Double, to sums: inout [Double], at start: Int
  ) {
    let count = heard.count / 2
    heard.withUnsafeBufferPointer { heard in
      sums.withUnsafeMutableBufferPointer { sums in
        var place = start
        for i in 0..<count {
          let (re, im) = (weight * heard[2 * i], weight * heard[2 * i + 1])
          for j in 0..<count {
            sums[place] += re * heard[2 * j] + im * heard[2 * j + 1]
            sums[place + 1] += im * heard[2 * j] - re * heard[2 * j + 1]
            place += 2
          }
        }
        for channel in 0..<4 {
          let share = weight * field[channel]
          for j in 0..<count {
            sums[place] += share * heard[2 * j]
            sums[place + 1] -= share * heard[2 * j + 1]
            place += 2
          }
        }
      }
    }
  }

  private static func scaled(_ sums: [Double], valuesPerBin: Int, microphones count: Int, hzPerBin: Double) -> [Double]
  {
    var power = 0.0
    let bins = sums.count / valuesPerBin
    let (low, high) = (min(bins - 1, Int(200 / hzPerBin) + 1), min(bins - 1, Int(800 / hzPerBin)))
    for bin in low...max(low, high) {
      for i in 0..<count { power += sums[bin * valuesPerBin + 2 * i * (count + 1)] }
    }
    power /= Double(count * (max(low, high) - low + 1))
    let (square, plain) = (1 / max(power, 1e-30), 1 / nf_sqrt(max(power, 1e-30)))
    return sums.indices.map { sums[$0] * ($0 % valuesPerBin < 2 * count * count ? square : plain) }
  }

  private static func substitute(_ sums: [Double], _ valuesPerBin: Int, _ count: Int, bins: Int) -> Int {
    let likeness = (0..<count).map { microphone in
      (1..<max(2, bins)).reduce(0.0) { sum, bin in
        let start = bin * valuesPerBin
        let cross = start + 2 * count * count + 2 * microphone
        let own = max(sums[start + 2 * microphone * (count + 1)], 1e-12)
        return sum + (sums[cross] * sums[cross] + sums[cross + 1] * sums[cross + 1]) / own
      }
    }
    return likeness.indices.max { likeness[$0] < likeness[$1] } ?? 0
  }
}
