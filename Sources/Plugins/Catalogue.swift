import PluginModel

/// Every plugin there is, for what is made from the declarations: TTL, tests, the manual.
public enum Catalogue {
  public static var plugins: [PluginSpec] {
    [
      EncodeMono.spec, Rotate.spec, EncodeStereo.spec, EncodeBed51.spec, EncodeBed714.spec, EncodeAformat.spec,
      RemixPlugin.spec, MixerStereo.spec, MixerQuad.spec, Mixer51.spec, Mixer71.spec,
      Mixer514.spec, Mixer714.spec, MixerCustom.spec, BedStereo.spec, Bed51.spec, Bed714.spec, AudiomixStereo.spec,
      Audiomix51.spec, Audiomix714.spec,
    ]
  }
}
