import Foundation
import Testing

@testable import Signal

/// The rates where something depends on the rate.
let sampleRates: [Double] = [44_100, 48_000, 96_000, 192_000]

/// White, −1…1, the same at every call.
func noise(_ count: Int, seed: UInt32 = 1) -> [Float] {
  var state = seed &* 2_654_435_761 | 1
  return (0..<count).map { _ in
    state ^= state << 13
    state ^= state >> 17
    state ^= state << 5
    return Float(Int32(bitPattern: state)) / 2_147_483_648
  }
}

/// X[k] = Σ x[n] e^(−2πikn/N) as it stands, in double precision.
func slowTransform(_ x: [Float]) -> [(re: Double, im: Double)] {
  let size = x.count
  return (0...size / 2).map { bin in
    var (re, im) = (0.0, 0.0)
    for (index, value) in x.enumerated() {
      // The product modulo N keeps the angle small, and so exact.
      let angle = -2 * Double.pi * Double(bin * index % size) / Double(size)
      re += Double(value) * cos(angle)
      im += Double(value) * sin(angle)
    }
    return (re, im)
  }
}

extension ChannelBuffer {
  func fill(_ channel: Int, _ values: [Float]) { self[channel].update(from: values, count: values.count) }

  func values(_ channel: Int, _ frames: Int? = nil) -> [Float] {
    Array(UnsafeBufferPointer(start: self[channel], count: frames ?? capacity))
  }
}

extension FloatBuffer {
  var values: [Float] { Array(UnsafeBufferPointer(start: pointer, count: count)) }
}

func peak(_ x: [Float]) -> Float { x.reduce(0) { max($0, abs($1)) } }

func difference(_ a: [Float], _ b: [Float]) -> Float { zip(a, b).reduce(0) { max($0, abs($1.0 - $1.1)) } }

func bits(_ x: [Float]) -> [UInt32] { x.map(\.bitPattern) }

/// Runs `body` for pieces of a stream: `sizes` over and over.
func pieces(_ frames: Int, _ sizes: [Int], _ body: (_ start: Int, _ count: Int) -> Void) {
  var (start, index) = (0, 0)
  while start < frames {
    let count = min(sizes[index % sizes.count], frames - start)
    body(start, count)
    start += count
    index += 1
  }
}

let divisions = [[1], [7], [64], [4096], [0, 1, 333, 64, 7, 0, 1000, 2]]
