import Foundation
import Signal
import Testing

@testable import Ambisonics

/// Encoder and rotator on signals.
@Suite struct FieldTests {
  static let divisions = [[1], [7], [64], [2000], [3, 0, 129, 1, 500]]

  private func noise(_ count: Int) -> [Float] {
    var state: UInt32 = 2_654_435_761
    return (0..<count).map { _ in
      state ^= state << 13
      state ^= state >> 17
      state ^= state << 5
      return Float(Int32(bitPattern: state)) / 2_147_483_648
    }
  }

  private func encoded(_ direction: Direction, _ signal: [Float]) -> ChannelBuffer {
    var encoder = PointEncoder(rampFrames: 480)
    encoder.move(to: FirstOrderGains(direction), level: 1)
    let field = ChannelBuffer(channels: 4, capacity: signal.count)
    encoder.process(signal, into: field, frames: signal.count)
    return field
  }

  private func values(_ field: borrowing ChannelBuffer) -> [[Float]] {
    (0..<4).map { Array(UnsafeBufferPointer(start: field[$0], count: field.capacity)) }
  }

  private func difference(_ a: [[Float]], _ b: [[Float]]) -> Float {
    zip(a.joined(), b.joined()).reduce(0) { max($0, abs($1.0 - $1.1)) }
  }

  /// In pieces, as a host would: buffers of one piece.
  private func rotate(
    _ rotator: inout FieldRotator, _ field: [[Float]], _ sizes: [Int], turn: [Int: Rotation] = [:]
  ) -> [[Float]] {
    let frames = field[0].count
    var result = [[Float]](repeating: [], count: 4)
    var (start, index) = (0, 0)
    while start < frames {
      var count = min(sizes[index % sizes.count], frames - start)
      if let next = turn.keys.filter({ $0 > start }).min() { count = min(count, next - start) }
      if let rotation = turn[start] { rotator.turn(to: rotation) }
      let piece = ChannelBuffer(channels: 4, capacity: max(count, 1))
      for channel in 0..<4 { piece[channel].update(from: Array(field[channel][start..<start + count]), count: count) }
      rotator.process(piece, frames: count)
      for channel in 0..<4 { result[channel] += UnsafeBufferPointer(start: piece[channel], count: count) }
      start += count
      index += 1
    }
    return result
  }

  @Test(arguments: [(37, 0, 0), (0, 52, 0), (0, 0, -71), (25, -40, 130)], divisions)
  func rotatingWhatWasEncodedEqualsEncodingWhatWasRotated(_ angles: (Int, Int, Int), _ sizes: [Int]) {
    let rotation = Rotation(
      yawDegrees: Float(angles.0), pitchDegrees: Float(angles.1), rollDegrees: Float(angles.2))
    let signal = noise(2000)
    for direction in FirstOrderTests.directions.prefix(20) {
      var rotator = FieldRotator(rampFrames: 480)
      rotator.turn(to: rotation)
      let rotated = rotate(&rotator, values(encoded(direction, signal)), sizes)
      // Three products of rounded gains.
      #expect(difference(rotated, values(encoded(rotation.apply(to: direction), signal))) < 1e-6)
      #expect(rotated[0] == signal, "W passes untouched")
    }
  }

  @Test(arguments: divisions) func aTurnDoesNotDependOnTheDivision(_ sizes: [Int]) {
    let field = values(encoded(Direction(azimuthDegrees: 20, elevationDegrees: 30), noise(3000)))
    let turn = [
      0: Rotation(yawDegrees: 10, pitchDegrees: 0, rollDegrees: 0),
      500: Rotation(yawDegrees: 130, pitchDegrees: 20, rollDegrees: 0),
      700: Rotation(yawDegrees: -60, pitchDegrees: 0, rollDegrees: 45),
    ]
    var (one, other) = (FieldRotator(rampFrames: 480), FieldRotator(rampFrames: 480))
    let (expected, found) = (rotate(&one, field, [100], turn: turn), rotate(&other, field, sizes, turn: turn))
    let isSame = expected.map { $0.map(\.bitPattern) } == found.map { $0.map(\.bitPattern) }
    #expect(isSame)
  }

  /// Half a turn of a constant: every channel moves by at most 2/480 a frame, and comes to rest at the new place.
  @Test func aTurnMakesNoStep() {
    let field = values(encoded(.front, [Float](repeating: 1, count: 2000)))
    var rotator = FieldRotator(rampFrames: 480)
    let turn = [0: Rotation(), 500: Rotation(yawDegrees: 180, pitchDegrees: 0, rollDegrees: 0)]
    let x = rotate(&rotator, field, [64], turn: turn)[3]
    #expect(x[499] == 1 && abs(x[980] + 1) < 1e-6)
    for frame in 1..<2000 { #expect(abs(x[frame] - x[frame - 1]) < 2.01 / 480) }
  }

  @Test func resetTakesTheNextRotationAtOnce() {
    let field = values(encoded(.front, [Float](repeating: 1, count: 100)))
    var rotator = FieldRotator(rampFrames: 480)
    _ = rotate(&rotator, field, [10], turn: [0: Rotation()])
    rotator.reset()
    let quarter = Rotation(yawDegrees: 90, pitchDegrees: 0, rollDegrees: 0)
    let y = rotate(&rotator, field, [10], turn: [0: quarter])[1]
    #expect(y.allSatisfy { abs($0 + 1) < 1e-6 })
  }

  /// From −170° to +170° is 20° behind the head, not 340° around the front.
  @Test func aSourcePassesBehindTheHead() {
    var encoder = PointEncoder(rampFrames: 480)
    let field = ChannelBuffer(channels: 4, capacity: 1000)
    let constant = [Float](repeating: 1, count: 1000)
    encoder.move(to: FirstOrderGains(Direction(azimuthDegrees: -170, elevationDegrees: 0)), level: 1)
    encoder.process(constant, into: field, frames: 100)
    #expect(abs(field[3][50] + 0.9848) < 1e-4 && field[1][50] < -0.17)
    encoder.move(to: FirstOrderGains(Direction(azimuthDegrees: 170, elevationDegrees: 0)), level: 1)
    encoder.process(constant, into: field, frames: 1000)
    for frame in 0..<1000 { #expect(field[3][frame] < -0.98 && field[0][frame] == 1) }
    #expect(abs(field[1][999] - 0.1736) < 1e-4)
  }

  @Test func levelScalesTheWholeField() {
    var encoder = PointEncoder(rampFrames: 480)
    let field = ChannelBuffer(channels: 4, capacity: 10)
    encoder.move(to: FirstOrderGains(Direction(azimuthDegrees: 90, elevationDegrees: 0)), level: 0.5)
    encoder.process([Float](repeating: 1, count: 10), into: field, frames: 10)
    #expect(field[0][5] == 0.5 && abs(field[1][5] - 0.5) < 1e-7 && abs(field[3][5]) < 1e-7)
  }
}
