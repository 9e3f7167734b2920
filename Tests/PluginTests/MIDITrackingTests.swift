import Foundation
import HostSupport
import Testing

/// Head trackers that send MIDI, and what all of them come to.
@Suite struct MIDITrackingTests {
  private let rig: HeadTrackingRig

  init() throws { rig = try HeadTrackingRig() }

  @Test func midiTurnsTheHead() throws {
    let half = Int((Double.pi / 4 * 2048).rounded())
    let root = Int(8191 * (Double(0.5).squareRoot() + 1))
    func controllers(_ values: [Int]) -> [[UInt8]] {
      values.enumerated().flatMap { index, value in
        [[0xB0, UInt8(48 + index), UInt8(value & 127)], [0xB0, UInt8(16 + index), UInt8(value >> 7)]]
      }
    }
    let turnedLeft: [(Float, [[UInt8]])] = [
      // 90° to the left: three quarters of the range.
      (1, controllers([4096, 8192, 8192])), (2, controllers([12_288, 8192, 8192])),
      (3, controllers([root, 8191, 8191, 16_382 - root])), (4, controllers([root, 8191, 8191, root])),
      (5, [[0xF0, 0, 0x21, 0x42, 0x40, 0, UInt8(2 * half >> 7), UInt8(2 * half & 127), 0, 0, 0, 0, 0xF7]]),
    ]
    for (device, messages) in turnedLeft {
      let host = FileHost(.none)
      let plugin = try HeadTrackingRig.make(["midi_tracker": device], host)
      plugin.run(0)
      // In one block, among others.
      host.send(midi: [0x90, 60, 100])
      host.set(FileTests.property, "")
      for message in messages { host.send(midi: message) }
      #expect(rig.isTurned(plugin, yaw: 90), "\(device)")
      // It stays.
      #expect(rig.isTurned(plugin, yaw: 90), "\(device)")
      plugin["midi_tracker"] = 0
      #expect(rig.isTurned(plugin), "\(device)")
    }
  }

  /// Every plugin with trackers: as its controls would turn it.
  @Test(arguments: Subject.all.filter { $0.spec.ports.contains { "\($0.symbol)" == "midi_tracker" } })
  func everyPluginWithATrackerIsTurned(_ subject: Subject) throws {
    func make(_ controls: [String: Float], _ host: FileHost) throws -> HostedPlugin {
      let plugin = try #require(HostedPlugin(try subject.library(), subject.spec, log: host.log, files: host))
      plugin.set(controls)
      plugin.activate()
      return plugin
    }
    let host = FileHost(.none)
    let tracked = try make(["midi_tracker": 2], host)
    tracked.run(0)
    for message: [UInt8] in [
      [0xB0, 48, 0], [0xB0, 16, 96], [0xB0, 49, 0], [0xB0, 17, 64], [0xB0, 50, 0], [0xB0, 18, 64],
    ] { host.send(midi: message) }
    let sound = subject.inputs(frames: 14_400)
    let turned = rig.tail(tracked.render(sound))
    let wanted = rig.tail(try make(["head_yaw": 90], FileHost(.none)).render(sound))
    let ahead = rig.tail(try make([:], FileHost(.none)).render(sound))
    #expect(rig.agree(turned, wanted))
    #expect(difference(ahead, wanted) > 0.1 * peak(wanted))
  }

  /// Whichever spoke last.
  @Test func midiAndOSC() throws {
    let host = FileHost(.none)
    let plugin = try HeadTrackingRig.make(["osc_port": Float(rig.port), "midi_tracker": 2], host)
    rig.sender.send("/ypr", [-60, 0, 0], to: rig.opens(plugin))
    #expect(rig.turns(plugin, to: rig.heard(yaw: -60)))
    host.send(midi: [0xB0, 48, 0])
    host.send(midi: [0xB0, 16, 96])
    #expect(rig.isTurned(plugin, yaw: 90))
    rig.sender.send("/ypr", [-61, 0, 0], to: rig.opens(plugin))
    #expect(rig.turns(plugin, to: rig.heard(yaw: -61)))
  }

  /// Turned first and then rendered, or rendered for a head that is turned: three axes, and all at once.
  @Test func rotateThenDecodeIsDecodeWithHead() throws {
    let rotate = try #require(Subject.named("rotate"))
    for (yaw, pitch, roll): (Float, Float, Float) in [
      (50, 0, 0), (-120, 0, 0), (0, 35, 0), (0, -70, 0), (0, 0, 40), (0, 0, -100), (50, -35, 15),
    ] {
      let field = Array(HeadTrackingRig.sound.prefix(4))
      let turned = try rotate.render(field, ["yaw": yaw, "pitch": pitch, "roll": roll])
      let quiet = [[Float](repeating: 0, count: field[0].count)]
      let one = try HeadTrackingRig.make().render(turned + quiet)
      let two = try HeadTrackingRig.make(["head_yaw": yaw, "head_pitch": pitch, "head_roll": roll]).render(
        field + quiet)
      // The same products of floats, rounded once more on their way through the ports.
      #expect(peak(two) > 0.1 && difference(one, two) < 1e-5 * peak(two), "\(yaw) \(pitch) \(roll)")
      let still = try HeadTrackingRig.make().render(field + quiet)
      #expect(difference(still, two) > 0.1 * peak(two))
    }
  }
}
