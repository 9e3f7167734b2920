import Foundation
import HostSupport
import Testing

/// Remix and mixer in one plugin: the same sound as the two one after the other.
@Suite struct AudiomixTests {
  private static let remixSymbols = ["style", "remix_amount", "frame_azimuth", "frame_width", "enabled"]

  private static let settings: [[String: Float]] = [
    [:],
    ["style": 1, "remix_amount": 0.9, "dialog_level": 3, "ambience_level": -6, "head_yaw": 40, "room": 0.3],
    ["style": 2, "frame_azimuth": 30, "frame_width": 90, "dialog_azimuth": -50, "dialog_spread": 60, "room_size": 2],
    ["style": 4, "dialog_elevation": 20], ["style": 3, "head_pitch": 20], ["enabled": 0],
  ]

  @Test(arguments: ["stereo", "5_1", "7_1_4"], [44_100.0, 48_000, 96_000])
  func soundsAsTheTwoInSeries(_ layout: String, rate: Double) throws {
    let (one, remix) = (try #require(Subject.named("audiomix-\(layout)")), try #require(Subject.named("remix")))
    let mixer = try #require(Subject.named("mixer-\(layout)"))
    let inputs = one.inputs(frames: Int(0.6 * rate), rate: rate)
    let symbols = Set(mixer.spec.controls.map { "\($0.symbol)" })
    let further: [[String: Float]] = layout == "stereo" ? [["output_type": 2], ["output_type": 3], ["sharp": 1]] : []
    for setting in Self.settings + further {
      let parts = try remix.render(inputs, rate: rate, setting.filter { Self.remixSymbols.contains($0.key) })
      let expected = try mixer.render(parts, rate: rate, setting.filter { symbols.contains($0.key) })
      let found = try one.render(inputs, rate: rate, setting, blocks: .fixed(333))
      #expect(difference(found, expected) < 1e-5 * peak(expected), "\(setting)")
      #expect(peak(expected) > 0.01)
    }
  }

  @Test(arguments: ["stereo", "5_1", "7_1_4"], sampleRates)
  func latencyIsTheSum(_ layout: String, rate: Double) throws {
    var sum: Float = 0
    for name in ["remix", "mixer-\(layout)"] {
      let plugin = try #require(Subject.named(name)).make(rate: rate)
      plugin.run(0)
      sum += plugin["latency"]
    }
    let plugin = try #require(Subject.named("audiomix-\(layout)")).make(rate: rate)
    plugin.run(0)
    #expect(plugin["latency"] == sum && sum > 0)
  }

  @Test func itSpeaksOfSpeech() throws {
    let subject = try #require(Subject.named("audiomix-5_1"))
    let plugin = try subject.make()
    _ = plugin.render(subject.inputs(frames: 48_000))
    #expect(plugin["speech_presence"] > 0.05)
  }
}
