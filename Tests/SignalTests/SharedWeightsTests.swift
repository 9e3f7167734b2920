import Foundation
import Testing

@testable import Signal

/// Products and gated units in many places at once, beside their definitions.
struct SharedWeightsTests {
  static func buffer(_ count: Int, _ shift: Int) -> FloatBuffer {
    let buffer = FloatBuffer(count: count)
    for index in 0..<count { buffer[index] = Float(((index + shift) * 29) % 65 - 32) / 64 }
    return buffer
  }

  static func planes(_ channels: Int, _ places: Int) -> ChannelBuffer {
    let planes = SharedWeights.planes(channels: channels, places: places)
    for channel in 0..<channels {
      for place in 0..<places {
        planes[channel][SharedWeights.margin + place] = Float(cos(Double(channel * 31 + place * 7)))
      }
    }
    return planes
  }

  @Test(arguments: [(1, 1, 1, 1), (16, 15, 5, 92), (72, 24, 1, 92), (6, 3, 3, 48), (1, 24, 3, 25)])
  func aProductIsThatOfTheDefinition(rows: Int, channels: Int, taps: Int, places: Int) {
    let values = Self.buffer(rows * channels * taps, 3)
    let weights = SharedWeights(rows: rows, channels: channels, taps: taps, places: places, values: values)
    let x = Self.planes(channels, places)
    let y = SharedWeights.planes(channels: rows, places: places)
    weights.multiply(x, places: places, into: y)
    var largest = 0.0
    for row in 0..<rows {
      for place in 0..<places {
        var wanted = 0.0
        for channel in 0..<channels {
          for tap in 0..<taps where (0..<places).contains(place + tap - taps / 2) {
            wanted +=
              Double(values[(row * channels + channel) * taps + tap])
              * cos(Double(channel * 31 + (place + tap - taps / 2) * 7))
          }
        }
        largest = max(largest, abs(wanted))
        // Values of up to 1 in steps of 1/16383, weights of up to ½ in steps of at least 1/1700 of that.
        let step = 0.5 / 16_383 * 0.5 + 0.5 / 1700 * 0.5
        #expect(abs(Double(y[row][SharedWeights.margin + place]) - wanted) < step * Double(channels * taps))
      }
    }
    #expect(largest > 0.1)
  }

  @Test func gatedUnitsAreTheSameInEveryPlace() {
    let (units, inputs, places) = (16, 5, 27)
    let shared = SharedGatedUnits(
      units: units, places: places,
      inputWeights: SharedWeights(
        rows: 3 * units, channels: inputs, places: places, values: Self.buffer(3 * units * inputs, 1)),
      stateWeights: SharedWeights(
        rows: 3 * units, channels: units, places: places, values: Self.buffer(3 * units * units, 2)),
      inputBias: Self.buffer(3 * units, 4), stateBias: Self.buffer(3 * units, 5))
    let w = Self.buffer(3 * units * inputs, 1)
    let u = Self.buffer(3 * units * units, 2)
    let single = GatedRecurrentUnit(
      units: units, inputWeights: WeightMatrixTests.matrix(rows: 3 * units, columns: inputs) { w[$0] },
      stateWeights: WeightMatrixTests.matrix(rows: 3 * units, columns: units) { u[$0] },
      inputBias: Self.buffer(3 * units, 4), stateBias: Self.buffer(3 * units, 5))
    let x = Self.planes(inputs, places)
    let own = FloatBuffer(count: inputs)
    for place in [0, 13, 26] {
      shared.reset()
      single.reset()
      for input in 0..<inputs { own[input] = x[input][SharedWeights.margin + place] }
      for _ in 0..<6 {
        shared.update(x)
        single.update(own.pointer)
      }
      for unit in 0..<units {
        // The one rounds the values of all places to steps of the largest of them, the other those of its own.
        #expect(abs(shared.state[unit][SharedWeights.margin + place] - single.state[unit]) < 3e-4)
        // Convolutions after it see zeros beyond the last place.
        #expect(shared.state[unit][SharedWeights.margin + places] == 0)
      }
      #expect((0..<units).contains { abs(single.state[$0]) > 0.1 })
    }
  }
}
