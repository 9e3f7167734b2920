import HostSupport
import PluginModel
import Plugins
import Testing

/// One plugin of the catalogue, as an argument of the contract tests.
struct Subject: Sendable, CustomTestStringConvertible {
  let uri: String

  static let all = Catalogue.plugins.map { Subject(uri: "\($0.uri)") }

  static func named(_ name: String) -> Subject? { all.first { $0.uri == "urn:nearfar:\(name)" } }

  var testDescription: String { uri }

  var spec: PluginSpec { Catalogue.plugins.first { "\($0.uri)" == uri }! }

  func library() throws -> PluginLibrary { try .named("\(spec.bundle)") }

  /// An instance that was activated.
  func make(
    rate: Double = 48_000, log: HostLog? = HostLog(), _ controls: [String: Float] = [:]
  ) throws -> HostedPlugin {
    let plugin = try #require(HostedPlugin(try library(), spec, sampleRate: rate, log: log))
    plugin.set(controls)
    plugin.activate()
    return plugin
  }

  func inputs(frames: Int = 24_000, rate: Double = 48_000) -> [[Float]] {
    TestSignal.inputs(for: spec, frames: frames, sampleRate: rate)
  }

  /// A fresh instance's outputs for `inputs`.
  func render(
    _ inputs: [[Float]], rate: Double = 48_000, _ controls: [String: Float] = [:], blocks: Blocks = .fixed(256),
    sharing: Sharing = .none
  ) throws -> [[Float]] {
    try make(rate: rate, controls).render(inputs, blocks: blocks, sharing: sharing)
  }

  private static let busySpeakers: [String: Float] = [
    "dialog_azimuth": 20, "dialog_elevation": 10, "dialog_spread": 30, "dialog_level": -2, "ambience_level": 1,
    "head_yaw": 25, "head_roll": -10,
  ]

  /// Controls away from their defaults, so that no part of the plugin rests.
  var busy: [String: Float] {
    switch uri {
    case "urn:nearfar:encode-mono": ["azimuth": 70, "elevation": -20, "width": 50, "distance": 1.5]
    case "urn:nearfar:encode-stereo": ["angle": 90, "width": 40, "rotation": -50, "elevation": 20, "roll": 15]
    case "urn:nearfar:encode-bed-5_1", "urn:nearfar:encode-bed-7_1_4": ["rotation": 35, "lfe_level": 3]
    case "urn:nearfar:encode-aformat":
      ["microphone": 4, "capsule_order": 2, "orientation": 1, "high_pass": 80, "gain": 3]
    case "urn:nearfar:rotate": ["yaw": 50, "pitch": -35, "roll": 15, "mirror": 1]
    case "urn:nearfar:remix": ["style": 1, "remix_amount": 0.7, "dialog_gain": 2, "ambience_gain": -3]
    case "urn:nearfar:mixer-stereo":
      [
        "dialog_azimuth": 40, "dialog_spread": 30, "dialog_level": -2, "ambience_level": 1, "head_yaw": 25,
        "head_pitch": 10,
      ]
    case "urn:nearfar:mixer-quad", "urn:nearfar:mixer-custom": Self.busySpeakers
    case let uri where uri.hasPrefix("urn:nearfar:mixer-"):
      Self.busySpeakers.merging(["dialog_divergence": 0.4, "lfe_level": -3]) { $1 }
    case "urn:nearfar:bed-stereo": Self.busyBed.merging(["speaker_angle": 40, "upmix": 0.7]) { $1 }
    case let uri where uri.hasPrefix("urn:nearfar:bed-"): Self.busyBed.merging(["lfe_level": 3]) { $1 }
    case "urn:nearfar:audiomix-stereo": Self.busyAudiomix
    case let uri where uri.hasPrefix("urn:nearfar:audiomix-"):
      Self.busyAudiomix.merging(["dialog_divergence": 0.4, "lfe_level": -3]) { $1 }
    default: [:]
    }
  }

  private static let busyBed: [String: Float] = ["blend": 0.8, "head_yaw": 25, "head_pitch": 10]

  private static let busyAudiomix: [String: Float] = [
    "style": 1, "remix_amount": 0.7, "dialog_azimuth": 20, "dialog_spread": 30, "dialog_level": -2, "ambience_level": 1,
    "head_yaw": 25,
  ]
}

extension HostedPlugin {
  /// Starts again with defaults and then `controls`: quicker than another instance, and the same, as `BlockTests` shows.
  func restart(_ controls: [String: Float]) {
    for control in spec.controls { self["\(control.symbol)"] = control.range!.initial }
    set(controls)
    deactivate()
    activate()
  }

  func render(_ inputs: [[Float]], _ controls: [String: Float]) -> [[Float]] {
    restart(controls)
    return render(inputs)
  }
}

/// The five rates that every host uses.
let sampleRates: [Double] = [44_100, 48_000, 88_200, 96_000, 192_000]
