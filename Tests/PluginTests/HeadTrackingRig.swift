import Foundation
import HostSupport
import Testing

/// A mixer that a head tracker turns, and one that its controls turn, to compare with.
struct HeadTrackingRig {
  let sender = OSCSender()
  /// Nobody else's, most of the time; the tests go by the port that the plugin names.
  let port = 20_000 + Int(getpid()) % 20_000
  /// One without a tracker, turned by its controls.
  private let reference: HostedPlugin

  init() throws { reference = try Self.make() }

  static func make(_ controls: [String: Float] = [:], _ host: FileHost = FileHost(.none)) throws -> HostedPlugin {
    let subject = try #require(Subject.named("mixer-stereo"))
    let plugin = try #require(HostedPlugin(try subject.library(), subject.spec, log: host.log, files: host))
    plugin.set(controls)
    plugin.activate()
    return plugin
  }

  /// A field and a dialog that no rotation leaves as they are.
  static let sound: [[Float]] = {
    let noise = TestSignal.noise(frames: 9600, seed: 3)
    return [
      noise, noise.map { 0.5 * $0 }, noise.map { 0.3 * $0 }, noise.map { 0.8 * $0 },
      TestSignal.pink(frames: 9600, seed: 4),
    ]
  }()

  /// What is heard once all has settled.
  func heard(_ plugin: HostedPlugin) -> [[Float]] { tail(plugin.render(Self.sound)) }

  func tail(_ signals: [[Float]]) -> [[Float]] { signals.map { Array($0.suffix(4800)) } }

  func heard(yaw: Float = 0, pitch: Float = 0, roll: Float = 0) -> [[Float]] {
    reference.set(["head_yaw": yaw, "head_pitch": pitch, "head_roll": roll])
    return heard(reference)
  }

  /// Another thread answers in its own time.
  func eventually(_ condition: () -> Bool) -> Bool {
    for _ in 0..<500 {
      if condition() { return true }
      usleep(10_000)
    }
    return false
  }

  func opens(_ plugin: HostedPlugin) -> Int {
    _ = eventually {
      plugin.run(0)
      return plugin["osc_port_in_use"] != 0
    }
    return Int(plugin["osc_port_in_use"])
  }

  /// Angles come in 14 bits or more, 0.02°, and delays of the dialog are rounded to 1/64 frame, 3 % of this noise. A wrong axis
  /// is off by more than half.
  func agree(_ a: [[Float]], _ b: [[Float]], within tolerance: Float = 0.04) -> Bool {
    peak(b) > 0.1 && difference(a, b) < tolerance * peak(b)
  }

  /// As the controls would turn it.
  func isTurned(_ plugin: HostedPlugin, yaw: Float = 0) -> Bool {
    agree(heard(plugin), heard(yaw: yaw))
  }

  func turns(_ plugin: HostedPlugin, to wanted: [[Float]]) -> Bool {
    eventually { agree(heard(plugin), wanted) }
  }
}
