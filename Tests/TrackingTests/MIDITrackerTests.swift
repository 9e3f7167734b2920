import Foundation
import Testing

@testable import Ambisonics
@testable import Tracking

@Suite struct MIDITrackerTests {
  private func hear(_ tracker: inout MIDITracker, _ bytes: [UInt8]) -> Bool { tracker.hear(bytes, count: bytes.count) }

  /// Degrees between two orientations.
  private func between(_ a: Quaternion?, _ b: Quaternion) throws -> Double {
    let turn = try #require(a).times(b.conjugate)
    return 2 * asin(min(1, sqrt(Double(turn.x * turn.x + turn.y * turn.y + turn.z * turn.z)))) * 180 / .pi
  }

  /// As the device's program does, value by value.
  private func controllers(_ values: [Int]) -> [[UInt8]] {
    values.enumerated().flatMap { index, value in
      [[0xB0, UInt8(48 + index), UInt8(value & 0x7F)], [0xB0, UInt8(16 + index), UInt8(value >> 7 & 0x7F)]]
    }
  }

  private func angleValues(_ yaw: Double, _ pitch: Double, _ roll: Double) -> [Int] {
    [yaw, pitch, roll].map { Int(2607.594_587_617_613_379 * ($0 * .pi / 180 + .pi)) }
  }

  private func quaternionValues(_ q: Quaternion) -> [Int] { [q.w, q.x, q.y, q.z].map { Int(8191 * (Double($0) + 1)) } }

  @Test func mrHeadTrackerAngles() throws {
    for (yaw, pitch, roll) in [(30.0, 0.0, 0.0), (0, 25, 0), (0, 0, -40), (-120, 50, 170), (179.9, -80, 10)] {
      var tracker = MIDITracker()
      tracker.choose(.angles)
      for message in controllers(angleValues(yaw, pitch, roll)) { _ = hear(&tracker, message) }
      let head = Quaternion.aboutZ(Float(yaw)).times(.aboutY(Float(pitch))).times(.aboutX(Float(roll)))
      // Values are cut to 14 bits: up to 0.022° in each angle.
      #expect(try between(tracker.orientation, head) < 0.05)

      tracker.choose(.anglesInverse)
      #expect(tracker.orientation == nil)
      for message in controllers(angleValues(yaw, pitch, roll)) { _ = hear(&tracker, message) }
      #expect(try between(tracker.orientation, head.conjugate) < 0.05)
    }
  }

  @Test func mrHeadTrackerQuaternions() throws {
    for head in [
      Quaternion(), .aboutZ(40), .aboutY(-30), .aboutX(100),
      Quaternion(yawDegrees: -150, pitchDegrees: 30, rollDegrees: 60),
    ] {
      var tracker = MIDITracker()
      tracker.choose(.quaternion)
      for message in controllers(quaternionValues(head)) { _ = hear(&tracker, message) }
      // 14 bits of −1…1.
      #expect(try between(tracker.orientation, head) < 0.05)
      tracker.choose(.quaternionInverse)
      for message in controllers(quaternionValues(head)) { _ = hear(&tracker, message) }
      #expect(try between(tracker.orientation, head.conjugate) < 0.05)
    }
  }

  /// The device sends only what has changed.
  @Test func oneAxisAlone() throws {
    var tracker = MIDITracker()
    tracker.choose(.angles)
    for message in controllers(angleValues(90, 0, 0)).prefix(2) { _ = hear(&tracker, message) }
    #expect(try between(tracker.orientation, .aboutZ(90)) < 0.05)
  }

  private func exclusive(_ kind: UInt8, _ values: [Double]) -> [UInt8] {
    let words = values.map { Int(($0 * 2048).rounded()) & 0x3FFF }
    return [0xF0, 0x00, 0x21, 0x42, 0x40, kind] + words.flatMap { [UInt8($0 >> 7), UInt8($0 & 0x7F)] } + [0xF7]
  }

  @Test func supperwareAngles() throws {
    for (yaw, pitch, roll) in [(30.0, 0.0, 0.0), (0, 25, 0), (0, 0, -40), (-120, 50, 170)] {
      var tracker = MIDITracker()
      tracker.choose(.supperware)
      #expect(hear(&tracker, exclusive(0, [yaw, pitch, roll].map { $0 * .pi / 180 })))
      let head = Quaternion(yawDegrees: Float(yaw), pitchDegrees: Float(pitch), rollDegrees: Float(roll))
      #expect(try between(tracker.orientation, head) < 0.05)
    }
  }

  /// Its axes: x right, y front, z up.
  @Test func supperwareQuaternions() throws {
    let (c, s) = (cos(Double.pi / 9), sin(Double.pi / 9))
    for (values, head) in [
      ([c, s, 0, 0], Quaternion(yawDegrees: 0, pitchDegrees: 40, rollDegrees: 0)),
      ([c, 0, s, 0], Quaternion(yawDegrees: 0, pitchDegrees: 0, rollDegrees: 40)),
      ([c, 0, 0, s], Quaternion(yawDegrees: 40, pitchDegrees: 0, rollDegrees: 0)),
    ] {
      var tracker = MIDITracker()
      tracker.choose(.supperware)
      #expect(hear(&tracker, exclusive(1, values)))
      #expect(try between(tracker.orientation, head) < 0.05)
    }
  }

  @Test func rubbishIsPassedOver() {
    for device in 0...5 {
      var tracker = MIDITracker()
      tracker.choose(MIDITracker.Device(rawValue: device)!)
      var rubbish: [[UInt8]] = [
        [], [0xB0], [0xB0, 16], [0xB0, 16, 200], [0xB0, 200, 1], [0x90, 16, 64], [0xF0], [0xF0, 0xF7], [0xF7],
        [0xB0, 52, 1],
        [0xB0, 20, 1], [0xF0, 0, 0x21, 0x42, 0x40, 0, 0xF7],
        [0xF0, 0, 0x21, 0x42, 0x40, 2] + [UInt8](repeating: 0, count: 18) + [0xF7],
        Array(exclusive(0, [0, 0, 0]).dropLast()), Array(exclusive(1, [0, 0, 0, 0])), [0xF0, 0, 0x21, 0x43, 0x40, 0],
      ]
      var broken = exclusive(0, [1, 1, 1])
      broken[7] = 0x90
      rubbish.append(broken)
      for message in rubbish { #expect(!hear(&tracker, message), "\(device): \(message)") }
      #expect(tracker.orientation == nil)
    }
  }
}
