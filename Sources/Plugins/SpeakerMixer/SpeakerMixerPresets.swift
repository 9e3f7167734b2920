import PluginModel
import Spatial

extension SpeakerMixerPorts {
  var presets: [Preset] {
    var presets = [
      preset("plain", hasCentre ? "Voice in the center" : "Voice in front", []),
      preset("voice-in-room", "Voice in a room", [(.room, 0.35), (.dialogSpread, 30)]),
    ]
    if hasCentre {
      presets.append(preset("voice-wide", "Voice on all front speakers", [(.dialogDivergence, 0.5)]))
      presets.append(preset("low-frequency-feed", "Voice in the center, with LFE", [(.lfeLevel, 0)]))
    }
    return presets
  }

  private func preset(_ symbol: StaticString, _ name: StaticString, _ values: [(Control, Float)]) -> Preset {
    Preset(symbol, name, values.map { (spec(of: $0.0).symbol, $0.1) })
  }
}
