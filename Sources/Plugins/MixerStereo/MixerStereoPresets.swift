import PluginModel

/// What the remix is heard on, with the dialog as one may want it there.
enum MixerStereoPresets {
  static var all: [Preset] {
    [
      preset("headphones", "Headphones"),
      preset("headphones-voice-in-room", "Headphones, voice in a room", [(.room, 0.35), (.dialogSpread, 20)]),
      preset("headphones-voice-around", "Headphones, voice all around", [(.dialogSpread, 270)]),
      preset("built-in-speakers", "Built-in speakers", [(.outputType, 2)]),
      preset("stereo-speakers", "Stereo speakers", [(.outputType, 3)]),
      preset("voice-forward", "Headphones, voice forward", [(.dialogLevel, 3), (.ambienceLevel, -6)]),
    ]
  }

  private static func preset(
    _ symbol: StaticString, _ name: StaticString, _ values: [(MixerStereoPort, Float)] = []
  ) -> Preset { Preset(symbol, name, values) }
}
