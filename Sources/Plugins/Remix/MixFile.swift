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

  /// Where a learned mix is written.
  static var target: FileProperty {
    FileProperty(
      uri: "urn:nearfar:learned", name: "Write Learned Mix To",
      comment: "A new file, or a mix file to replace, that each learned mix is written to.")
  }

  static var learned: LearnedContent { LearnedContent(file: 0, target: 1, uri: "urn:nearfar:learned-mix") }

  static var learn: PortSpec {
    var spec = PortSpec(
      "learn", "Learn", .control(.toggle(initial: false)),
      comment:
        "While on, the recording is measured; when it goes off, the mix learned from it is followed, kept and written.")
    spec.isInPresets = false
    return spec
  }

  static var status: PortSpec {
    PortSpec(
      "mix_status", "Mix Status",
      .meter(
        .choice(
          [
            "None", "File", "File failed, the one before stays", "Learned", "Learning", "Learned, but not written",
            "Nothing learned, the mix before stays", "This host cannot learn",
          ], initial: 0)),
      comment: "Whether a mix file or a learned mix is followed; the log says why something failed.")
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

  /// The same of a text that is at hand.
  static func load(
    text: String, origin: MixStatus, _ setting: borrowing BuildSetting
  ) throws(BuildError) -> UnsafeMutableRawPointer {
    do throws(SettingFileError) {
      let metadata = try MixMetadataFile.read(bytes: [UInt8](text.utf8), named: "that was learned")
      return Exchange.make(RemixMix(metadata, sampleRate: setting.sampleRate, origin: origin))
    } catch {
      throw BuildError(error.message + "; the mix that was heard stays")
    }
  }

  /// Build. What stands for a path to write to: there is nothing to play.
  static func checkTarget(_ path: String?) throws(BuildError) -> UnsafeMutableRawPointer {
    guard let path else { return noContent }
    do throws(SettingFileError) {
      try MixMetadataWriter.checkTarget(path)
    } catch {
      throw BuildError(error.message + "; where learned mixes are written stays")
    }
    return noContent
  }

  /// Never followed, never freed.
  static var noContent: UnsafeMutableRawPointer {
    @_noLocks get { UnsafeMutableRawPointer(bitPattern: 1).unsafelyUnwrapped }
  }

  static func unload(_ mix: UnsafeMutableRawPointer) { Exchange.free(mix, RemixMix.self) }
}
