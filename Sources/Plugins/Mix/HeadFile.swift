import PluginModel

/// The head that headphones render through, as the user chooses it and is told of it.
enum HeadFile {
  static var property: FileProperty {
    FileProperty(
      uri: "urn:nearfar:hrtf", name: "Head (SOFA file)",
      comment: "The head that headphones render through: a SOFA file of the convention SimpleFreeFieldHRIR.")
  }

  static var status: PortSpec { MixerStereoPort.hrtfStatus.spec }
}
