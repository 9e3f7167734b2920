import PluginModel
import Spatial

/// The head that headphones render through, as the user chooses it and is told of it.
enum HeadFile {
  static var property: FileProperty {
    FileProperty(
      uri: "urn:nearfar:hrtf", name: "Head (SOFA file)",
      comment: "The head that headphones render through: a SOFA file of the convention SimpleFreeFieldHRIR.")
  }

  static var status: PortSpec { MixerStereoPort.hrtfStatus.spec }

  /// Build. The head of the file, or what is heard without one, which does not fail.
  static func load(
    _ path: String?, _ purpose: HeadTables.Use, _ setting: borrowing BuildSetting
  ) throws(BuildError) -> SharedHead {
    guard let path else {
      let log = setting.log
      return SharedHead(
        chosen: HeadModel.chosenPath, sampleRate: setting.sampleRate, purpose, warn: { log(.warning, $0) })
    }
    do throws(HeadDataError) {
      return try SharedHead(file: path, sampleRate: setting.sampleRate, purpose)
    } catch {
      throw BuildError(error.message + "; the head that was heard stays")
    }
  }
}
