import PluginModel
import Remix
import SettingFiles
import Signal

/// The mix metadata that the remix follows, as the user chooses them and is told of them.
enum MixFile {
  static var property: FileProperty {
    FileProperty(
      uri: "urn:nearfar:mix", name: "Mix Metadata (JSON)",
      comment: "Gains, equalization and loudness of voices and place: a file of the format nearfar-mix/1.")
  }

  static var status: PortSpec {
    PortSpec(
      "mix_status", "Mix Status", .meter(.choice(["None", "File", "File failed, the one before stays"], initial: 0)),
      comment: "Whether a mix file is followed; the log says why a file failed.")
  }

  /// Build. For `Remixer.exchangeMix`; without a path, what changes nothing.
  static func load(
    _ path: String?, _ setting: borrowing BuildSetting
  ) throws(BuildError) -> UnsafeMutableRawPointer {
    guard let path else { return Exchange.make(RemixMix()) }
    do throws(SettingFileError) {
      return Exchange.make(RemixMix(try MixMetadataFile.read(path), sampleRate: setting.sampleRate))
    } catch {
      throw BuildError(error.message + "; the mix that was heard stays")
    }
  }

  static func unload(_ mix: UnsafeMutableRawPointer) { Exchange.free(mix, RemixMix.self) }
}
