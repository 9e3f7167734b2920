import Foundation
import Testing

/// How what reaches the ears is measured.
extension BedTests {
  func power(_ signals: [[Float]]) -> Double {
    10 * log10(signals.joined().reduce(1e-30) { $0 + Double($1) * Double($1) } / Double(signals[0].count))
  }

  /// Level of the left ear re the right, in third octaves from 500 Hz to 8 kHz: timbre common to both leaves it alone.
  func balances(_ ears: [[Float]]) -> [Double] {
    (0...12).map { 500 * pow(2, Double($0) / 3) }.map { 10 * log10(band($0, ears[0]) / band($0, ears[1])) }
  }

  func expectSameSide(_ a: [[Float]], _ b: [[Float]], _ comment: Comment) {
    let differences = zip(balances(a), balances(b)).map { abs($0 - $1) }
    let mean = differences.reduce(0, +) / Double(differences.count)
    #expect(mean < 1, comment)
  }

  var impulse: [Float] {
    var impulse = [Float](repeating: 0, count: 1024)
    impulse[100] = 0.5
    return impulse
  }

  func coherence(_ ears: [[Float]]) -> Double {
    var (l, r, c) = (0.0, 0.0, 0.0)
    for (a, b) in zip(ears[0], ears[1]) {
      l += Double(a) * Double(a)
      r += Double(b) * Double(b)
      c += Double(a) * Double(b)
    }
    return c / (l * r).squareRoot()
  }

  /// Ungated, dB; the filters of ITU-R BS.1770-4 at 48 kHz.
  func loudness(_ signals: [[Float]]) -> Double {
    power(
      signals.map { signal in
        let shelf = filtered(
          signal, [1.53512485958697, -2.69169618940638, 1.19839281085285], [-1.69065929318241, 0.73248077421585])
        return filtered(shelf, [1, -2, 1], [-1.99004745483398, 0.99007225036621])
      })
  }

  func filtered(_ x: [Float], _ b: [Double], _ a: [Double]) -> [Float] {
    var (s1, s2) = (0.0, 0.0)
    return x.map { value in
      let input = Double(value)
      let y = b[0] * input + s1
      s1 = b[1] * input - a[0] * y + s2
      s2 = b[2] * input - a[1] * y
      return Float(y)
    }
  }

  /// Mean |X|² of an impulse response over a third of an octave.
  func band(_ hz: Double, _ x: [Float]) -> Double {
    let places = (0..<9).map { hz * pow(2, (Double($0) - 4) / 27) }
    return places.reduce(0.0) { sum, f in
      var (re, im) = (0.0, 0.0)
      for (frame, value) in x.enumerated() where value != 0 {
        re += Double(value) * cos(2 * .pi * f * Double(frame) / 48_000)
        im += Double(value) * sin(2 * .pi * f * Double(frame) / 48_000)
      }
      return sum + (re * re + im * im) / 9
    }
  }
}
