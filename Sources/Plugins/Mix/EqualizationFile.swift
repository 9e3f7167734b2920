import PluginModel
import SettingFiles
import Spatial

/// The equalization of headphones, as the user chooses it and is told of it.
enum EqualizationFile {
  static var property: FileProperty {
    FileProperty(
      uri: "urn:nearfar:headphone-eq", name: "Headphone Equalization (text or CSV)",
      comment: "What makes the headphones flat: a parametric equalizer's text, or a measured response as CSV.")
  }

  static var status: PortSpec {
    PortSpec(
      "eq_status", "EQ Status", .meter(.choice(["Flat", "File", "File failed, the one before stays"], initial: 0)),
      comment: "Where the equalization of the headphones comes from; the log says why a file failed.")
  }

  /// Build. For `HeadphoneEqualizer.exchange`; without a path, flat.
  static func load(
    _ path: String?, _ setting: borrowing BuildSetting
  ) throws(BuildError) -> UnsafeMutableRawPointer {
    guard let path else { return HeadphoneEqualizer.makeCascade(EqualizerCascade()) }
    do throws(SettingFileError) {
      let equalization = try Equalization(file: path)
      return HeadphoneEqualizer.makeCascade(EqualizerCascade(equalization, sampleRate: setting.sampleRate))
    } catch {
      throw BuildError(error.message + "; the equalization that was heard stays")
    }
  }
}
