import Ambisonics
import Signal
import Spatial

/// The head and the equalization that the user chooses.
extension MixerStereo {
  /// Places in `PluginSpec.files`.
  enum File: Int { case head, equalization }

  public static func load(
    _ path: String?, of file: Int, _ setting: borrowing BuildSetting
  ) throws(BuildError) -> UnsafeMutableRawPointer {
    file == File.head.rawValue ? try loadHead(path, setting) : try loadEqualization(path, setting)
  }

  private static func loadHead(
    _ path: String?, _ setting: borrowing BuildSetting
  ) throws(BuildError) -> UnsafeMutableRawPointer {
    guard let path else {
      let log = setting.log
      return UnsafeMutableRawPointer(
        HeadphonePath.Head.make(
          SharedHead(
            chosen: HeadModel.chosenPath, sampleRate: setting.sampleRate, .mixer, warn: { log(.warning, $0) })))
    }
    do throws(HeadDataError) {
      return UnsafeMutableRawPointer(
        HeadphonePath.Head.make(try SharedHead(file: path, sampleRate: setting.sampleRate, .mixer)))
    } catch {
      throw BuildError(error.message + "; the head that was heard stays")
    }
  }

  private static func loadEqualization(
    _ path: String?, _ setting: borrowing BuildSetting
  ) throws(BuildError) -> UnsafeMutableRawPointer {
    guard let path else { return UnsafeMutableRawPointer(EqualizerCascade.make(EqualizerCascade())) }
    do throws(SettingFileError) {
      let equalization = try Equalization(file: path)
      return UnsafeMutableRawPointer(
        EqualizerCascade.make(EqualizerCascade(equalization, sampleRate: setting.sampleRate)))
    } catch {
      throw BuildError(error.message + "; the equalization that was heard stays")
    }
  }

  public static func unload(_ content: UnsafeMutableRawPointer, of file: Int) {
    if file == File.head.rawValue {
      HeadphonePath.Head.free(content.assumingMemoryBound(to: HeadphonePath.Head.self))
    } else {
      EqualizerCascade.free(content.assumingMemoryBound(to: EqualizerCascade.self))
    }
  }

  @_noLocks public mutating func play(_ content: UnsafeMutableRawPointer, of file: Int) {
    if file == File.head.rawValue {
      headphones.exchange(for: content.assumingMemoryBound(to: HeadphonePath.Head.self))
      hrtfStatus = headphones.status
    } else {
      equalizer.exchange(for: content.assumingMemoryBound(to: EqualizerCascade.self))
    }
  }

  @_noLocks public mutating func takeOld(of file: Int) -> UnsafeMutableRawPointer? {
    if file == File.head.rawValue { return headphones.takeOld().map { UnsafeMutableRawPointer($0) } }
    return equalizer.takeOld().map { UnsafeMutableRawPointer($0) }
  }

  @_noLocks public mutating func reportFailure(of file: Int) {
    if file == File.head.rawValue { hrtfStatus = .defaultInsteadOfChosen } else { equalizer.reportFailure() }
  }
}
