import CAllocationProbe
import Foundation
import HostSupport
import Testing

/// Head trackers that send OSC: real packets to a real instance, and what is heard then.
@Suite(.serialized) struct OSCTrackingTests {
  private let rig: HeadTrackingRig

  init() throws { rig = try HeadTrackingRig() }

  @Test func packetsTurnTheHead() throws {
    let plugin = try HeadTrackingRig.make(["osc_port": Float(rig.port)])
    let open = rig.opens(plugin)
    #expect(open >= rig.port && open <= rig.port + 16)
    let root = Float(0.5).squareRoot()
    for (path, values, yaw, pitch, roll): (String, [Float], Float, Float, Float) in [
      ("/ypr", [90, 0, 0], 90, 0, 0), ("/ypr", [0, 40, 0], 0, -40, 0), ("/ypr", [0, 0, 50], 0, 0, 50),
      ("/ypr", [30, -20, 10], 30, 20, 10), ("/SceneRotator/ypr", [-60, 0, 0], 60, 0, 0),
      ("/SceneRotator/quaternions", [root, 0, 0, -root], 90, 0, 0), ("/quaternion", [root, -root, 0, 0], 0, 0, 90),
      ("/rotation", [0, 90, 0], 90, 0, 0), ("/gyrosc/gyro", [0.5, 0, 0], 0.5 * 180 / .pi, 0, 0),
    ] {
      rig.sender.send(path, values, to: open)
      let isGyrOSC = path == "/gyrosc/gyro"
      let wanted = rig.heard(yaw: isGyrOSC ? 0 : yaw, pitch: isGyrOSC ? yaw : pitch, roll: roll)
      #expect(rig.turns(plugin, to: wanted), "\(path) \(values)")
    }
    // One axis after the other.
    for (path, value) in [("/yaw", Float(30)), ("/pitch", 20), ("/roll", 10)] {
      rig.sender.send(path, [value], to: open)
    }
    #expect(rig.turns(plugin, to: rig.heard(yaw: 30, pitch: 20, roll: 10)))
  }

  /// A head turned to the left hears the front on its right.
  @Test func theImageMovesTheRightWay() throws {
    let plugin = try HeadTrackingRig.make(["osc_port": Float(rig.port)])
    let open = rig.opens(plugin)
    let noise = TestSignal.noise(frames: 9600, seed: 5)
    let front = [noise] + silence(2, frames: 9600) + [noise] + silence(1, frames: 9600)
    func leftOverRight() -> Double {
      let ears = plugin.render(front).map { $0.suffix(4800).reduce(0) { $0 + Double($1) * Double($1) } }
      return 10 * log10(ears[0] / ears[1])
    }
    #expect(abs(leftOverRight()) < 1)
    rig.sender.send("/ypr", [90, 0, 0], to: open)
    #expect(rig.eventually { leftOverRight() < -6 })
    rig.sender.send("/ypr", [-90, 0, 0], to: open)
    #expect(rig.eventually { leftOverRight() > 6 })
  }

  @Test func aBusyPortMakesTheNextBeTaken() throws {
    let other = OSCSender()
    let busy = try #require((rig.port + 100..<rig.port + 200).first { other.occupy($0) })
    let host = FileHost(.none)
    let plugin = try HeadTrackingRig.make(["osc_port": Float(busy)], host)
    let open = rig.opens(plugin)
    #expect(open > busy && open <= busy + 16)
    #expect(host.log.text.contains("port \(open)") && host.log.text.contains("\(busy)"))
    rig.sender.send("/ypr", [90, 0, 0], to: open)
    #expect(rig.turns(plugin, to: rig.heard(yaw: 90)))
  }

  @Test func twoInstancesHaveTheirOwn() throws {
    let (one, two) = (
      try HeadTrackingRig.make(["osc_port": Float(rig.port)]), try HeadTrackingRig.make(["osc_port": Float(rig.port)])
    )
    let (first, second) = (rig.opens(one), rig.opens(two))
    #expect(first != second && first != 0 && second != 0)
    rig.sender.send("/ypr", [60, 0, 0], to: first)
    rig.sender.send("/ypr", [-60, 0, 0], to: second)
    #expect(rig.turns(one, to: rig.heard(yaw: 60)))
    #expect(rig.turns(two, to: rig.heard(yaw: -60)))
  }

  @Test func aPortIsClosedAndOpenedAgain() throws {
    let plugin = try HeadTrackingRig.make(["osc_port": Float(rig.port)])
    rig.sender.send("/ypr", [90, 0, 0], to: rig.opens(plugin))
    #expect(rig.turns(plugin, to: rig.heard(yaw: 90)))
    plugin["osc_port"] = 0
    #expect(rig.turns(plugin, to: rig.heard()))
    #expect(plugin["osc_port_in_use"] == 0)
    plugin["osc_port"] = Float(rig.port)
    plugin["osc_network"] = 1
    rig.sender.send("/ypr", [-90, 0, 0], to: rig.opens(plugin))
    #expect(rig.turns(plugin, to: rig.heard(yaw: -90)))
    plugin["osc_network"] = 0
    #expect(rig.eventually { rig.agree(rig.heard(plugin), rig.heard()) && rig.opens(plugin) != 0 })
  }

  /// What the port's angles say is the chair on which the tracked head turns.
  @Test func controlsActOnTheTrackedHead() throws {
    let plugin = try HeadTrackingRig.make(["osc_port": Float(rig.port), "head_yaw": 30])
    let open = rig.opens(plugin)
    rig.sender.send("/ypr", [40, 0, 0], to: open)
    #expect(rig.turns(plugin, to: rig.heard(yaw: 70)))
    plugin["invert_yaw"] = 1
    #expect(rig.turns(plugin, to: rig.heard(yaw: -70)))
    plugin["head_tracking"] = 0
    #expect(rig.turns(plugin, to: rig.heard()))
    plugin.set(["head_tracking": 1, "head_yaw": 0, "invert_yaw": 0, "invert_pitch": 1, "invert_roll": 1])
    rig.sender.send("/ypr", [50, 30, 20], to: open)
    #expect(rig.turns(plugin, to: rig.heard(yaw: 50, pitch: 30, roll: -20)))
  }

  @Test func recenterTakesTheFront() throws {
    let plugin = try HeadTrackingRig.make(["osc_port": Float(rig.port)])
    let open = rig.opens(plugin)
    // Before anything was tracked it says nothing.
    plugin["head_recenter"] = 1
    plugin.run(0)
    rig.sender.send("/ypr", [70, 0, 0], to: open)
    #expect(rig.turns(plugin, to: rig.heard(yaw: 70)))
    plugin["head_recenter"] = 0
    _ = rig.heard(plugin)
    plugin["head_recenter"] = 1
    #expect(rig.turns(plugin, to: rig.heard()))
    rig.sender.send("/ypr", [100, 0, 0], to: open)
    #expect(rig.turns(plugin, to: rig.heard(yaw: 30)))
  }

  /// What a tracker that sits askew turns about the vertical is a yaw.
  @Test func recenterKeepsTheVertical() throws {
    let plugin = try HeadTrackingRig.make(["osc_port": Float(rig.port)])
    let open = rig.opens(plugin)
    rig.sender.send("/ypr", [10, 20, 35], to: open)
    #expect(rig.turns(plugin, to: rig.heard(yaw: 10, pitch: -20, roll: 35)))
    plugin["head_recenter"] = 1
    #expect(rig.turns(plugin, to: rig.heard()))
    rig.sender.send("/ypr", [55, 20, 35], to: open)
    #expect(rig.turns(plugin, to: rig.heard(yaw: 45)))
  }

  @Test func rubbishIsPassedOver() throws {
    let plugin = try HeadTrackingRig.make(["osc_port": Float(rig.port)])
    let open = rig.opens(plugin)
    let good = OSCSender.message("/ypr", [90, 0, 0])
    var deep = good
    for _ in 0..<20 { deep = OSCSender.bundle([deep]) }
    let float: (Float) -> [UInt8] = { OSCSender.word($0.bitPattern) }
    var packets: [[UInt8]] = [
      [], [0], Array("/ypr".utf8), Array(good.dropLast()), Array(good.dropLast(4)), Array(good.prefix(8)),
      Array(good.dropFirst()),
      OSCSender.message("/ypr", types: "sff", OSCSender.text("a") + float(1) + float(2)),
      OSCSender.message("/ypr", types: "TFN", []), OSCSender.message("/ypr", types: "fff", []),
      OSCSender.message("/ypr", types: "b", OSCSender.word(0xFFFF_FFFF)),
      OSCSender.message("/ypr", [90, 0]), OSCSender.message("/ypr", [90, .nan, 0]),
      OSCSender.message("/ypr", [.infinity, 0, 0]),
      OSCSender.message("/quaternion", [0, 0, 0, 0]), OSCSender.message("/somebody/else", [1, 2, 3]), deep,
      OSCSender.bundle([]), Array(OSCSender.bundle([good]).dropLast(3)), OSCSender.text("#bundle"),
      OSCSender.text("#bundle") + [UInt8](repeating: 0xFF, count: 12), [UInt8](repeating: 0x2F, count: 5000),
      [UInt8](repeating: 0x2F, count: 4096),
    ]
    var generator = SystemRandomNumberGenerator()
    for length in 0..<400 {
      packets.append([0x2F] + (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) })
      var broken = OSCSender.bundle([good, good])
      broken[Int.random(in: 0..<broken.count, using: &generator)] ^= UInt8.random(in: 1...255, using: &generator)
      // A broken one may still be a good one.
      if !broken.contains(0x42) { packets.append(broken) }
    }
    for packet in packets { rig.sender.send(packet, to: open) }
    usleep(200_000)
    #expect(rig.isTurned(plugin))
    // Numbers of all kinds are numbers, and bundles hold messages.
    rig.sender.send(
      OSCSender.message("/ypr", types: "iif", OSCSender.word(80) + OSCSender.word(0) + float(0)), to: open)
    #expect(rig.turns(plugin, to: rig.heard(yaw: 80)))
    let inner = OSCSender.bundle([OSCSender.message("/yaw", [10]), OSCSender.message("/pitch", [20])])
    rig.sender.send(OSCSender.bundle([OSCSender.message("/roll", [30]), inner]), to: open)
    #expect(rig.turns(plugin, to: rig.heard(yaw: 10, pitch: 20, roll: 30)))
  }

  @Test func theNewestOfAFloodCounts() throws {
    let plugin = try HeadTrackingRig.make(["osc_port": Float(rig.port)])
    let open = rig.opens(plugin)
    for number in 0..<10_000 {
      rig.sender.send("/ypr", [Float(number % 360) - 180, Float(number % 90), 0], to: open)
      if number % 100 == 0 { expectFinite(plugin.render(HeadTrackingRig.sound.map { Array($0.prefix(256)) })) }
    }
    // The kernel drops what comes too fast.
    #expect(
      rig.eventually {
        rig.sender.send("/ypr", [-70, 0, 0], to: open)
        return rig.agree(rig.heard(plugin), rig.heard(yaw: -70))
      })
  }

  @Test func instancesComeAndGoWhilePacketsArrive() throws {
    let stop = NSLock()
    stop.lock()
    let first = rig.port
    let thread = Thread {
      let sender = OSCSender()
      while !stop.try() {
        for port in first..<first + 20 { sender.send("/ypr", [10, 20, 30], to: port) }
      }
    }
    thread.start()
    for round in 0..<8 {
      let plugins = try (0..<2).map { _ in try HeadTrackingRig.make(["osc_port": Float(rig.port)]) }
      for plugin in plugins { plugin.run(64) }
      if round % 4 == 0 { #expect(rig.opens(plugins[0]) != 0) }
    }
    stop.unlock()
  }

  @Test func nothingIsAllocatedWhilePacketsArrive() throws {
    let host = FileHost(.none)
    let plugin = try HeadTrackingRig.make(["osc_port": Float(rig.port), "midi_tracker": 1], host)
    let open = rig.opens(plugin)
    for block in 0..<300 {
      rig.sender.send("/ypr", [Float(block), 0, 0], to: open)
      host.send(midi: [0xB0, 48, 5])
      host.send(midi: [0xB0, 16, UInt8(block % 128)])
      nf_probe_begin()
      plugin.descriptor.pointee.run(plugin.handle, 0)
      let counts = nf_probe_end()
      #expect(counts.allocations == 0 && counts.frees == 0 && counts.locks == 0)
      host.afterRun()
    }
  }
}
