import PluginModel
import SettingFiles
import Spatial

/// First-order ambience and a dialog channel to up to 16 loudspeakers wherever a file says they stand; without one to a square on
/// the first four outputs.
public struct MixerCustom: FilePlayer, ~Copyable {
  public static var spec: PluginSpec {
    PluginSpec(
      uri: "urn:nearfar:mixer-custom", name: "Nearfar Mixer Custom", bundle: "nearfar-mixer", type: .spatial,
      comment: """
        Mixes first-order Ambisonics (AmbiX) and a dialog channel to up to 16 loudspeakers, whose layout is read from a file \
        of the IEM plug-ins or SPARTA; without one to a square on outputs 1 to 4.
        """,
      portSpecs: SpeakerMixerPorts.custom.specs,
      files: [
        FileProperty(
          uri: "urn:nearfar:layout", name: "Loudspeaker Layout (JSON)",
          comment: "Where the loudspeakers stand: a layout exported by the IEM plug-ins or SPARTA.")
      ], presets: SpeakerMixerPorts.custom.presets)
  }

  /// What the user is told; raw values are those of the port.
  private enum Status: Int { case square, file, fileFailed }

  private var mixer: SpeakerMixer
  private let statusPort: Int
  private var hasFailed = false

  public init(_ setting: borrowing BuildSetting) throws(BuildError) {
    let places = SpeakerMixerPorts.custom
    statusPort = places.layoutStatus
    mixer = SpeakerMixer(places, SpeakerArrangement(.quad), sampleRate: setting.sampleRate)
  }

  public mutating func reset() { mixer.reset() }

  @_noLocks public mutating func process(_ ports: borrowing Ports, frames: Int) {
    let status: Status = hasFailed ? .fileFailed : mixer.loudspeakers.isChosen ? .file : .square
    ports.set(at: statusPort, Float(status.rawValue))
    mixer.process(ports, frames: frames)
  }

  // MARK: The layout

  public static func load(
    _ path: String?, of file: Int, _ setting: borrowing BuildSetting
  ) throws(BuildError) -> UnsafeMutableRawPointer {
    let rate = setting.sampleRate
    guard let path else {
      return LayoutPath.makeLayout(SpeakerArrangement(.quad), sampleRate: rate, isChosen: false)
    }
    do throws(SettingFileError) {
      return LayoutPath.makeLayout(try SpeakerLayoutFile.read(path), sampleRate: rate, isChosen: true)
    } catch {
      throw BuildError(error.message + "; the layout that was heard stays")
    }
  }

  public static func unload(_ content: UnsafeMutableRawPointer, of file: Int) { LayoutPath.freeLayout(content) }

  @_noLocks public mutating func play(_ content: UnsafeMutableRawPointer, of file: Int) {
    mixer.loudspeakers.exchange(for: content)
    hasFailed = false
  }

  @_noLocks public mutating func takeOld(of file: Int) -> UnsafeMutableRawPointer? { mixer.loudspeakers.takeOld() }

  @_noLocks public mutating func reportFailure(of file: Int) { hasFailed = true }
}
