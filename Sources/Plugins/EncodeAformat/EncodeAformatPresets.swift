import PluginModel

/// Microphones as they are mostly used, and the other formats by name.
enum EncodeAformatPresets {
  static var all: [Preset] {
    [
      preset("sennheiser-ambeo-vr", "Sennheiser AMBEO VR", [(.microphone, 1)]),
      preset("rode-nt-sf1", "RØDE NT-SF1", [(.microphone, 2)]),
      preset("zoom-h3-vr", "Zoom H3-VR (A-format)", [(.microphone, 3)]),
      preset("core-sound-tetramic", "Core Sound TetraMic", [(.microphone, 4)]),
      preset("soundfield-sps200", "SoundField SPS200", [(.microphone, 5)]),
      preset("ambix", "AmbiX recording", [(.inputFormat, 1)]),
      preset("n3d", "N3D recording", [(.inputFormat, 2)]),
      preset("fuma", "FuMa recording", [(.inputFormat, 3)]),
    ]
  }

  private static func preset(
    _ symbol: StaticString, _ name: StaticString, _ values: [(EncodeAformatPort, Float)]
  ) -> Preset { Preset(symbol, name, values) }
}
