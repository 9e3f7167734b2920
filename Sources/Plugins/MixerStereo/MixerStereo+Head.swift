import Ambisonics
import Signal
import Spatial

/// The head that the user chooses.
extension MixerStereo {
  public static func load(
    _ path: String?, of file: Int, _ setting: borrowing BuildSetting
  ) throws(BuildError) -> UnsafeMutableRawPointer {
    guard let path else {
      let log = setting.log
      return UnsafeMutableRawPointer(
        HeadphonePath.Head.make(
          HeadModel(chosen: HeadModel.chosenPath, sampleRate: setting.sampleRate, warn: { log(.warning, $0) })))
    }
    do throws(HeadDataError) {
      return UnsafeMutableRawPointer(
        HeadphonePath.Head.make(try HeadModel(file: path, sampleRate: setting.sampleRate)))
    } catch {
      throw BuildError(error.message + "; the head that was heard stays")
    }
  }

  public static func unload(_ content: UnsafeMutableRawPointer, of file: Int) {
    HeadphonePath.Head.free(content.assumingMemoryBound(to: HeadphonePath.Head.self))
  }

  @_noLocks public mutating func play(_ content: UnsafeMutableRawPointer, of file: Int) {
    headphones.exchange(for: content.assumingMemoryBound(to: HeadphonePath.Head.self))
    hrtfStatus = headphones.status
  }

  @_noLocks public mutating func takeOld(of file: Int) -> UnsafeMutableRawPointer? {
    headphones.takeOld().map { UnsafeMutableRawPointer($0) }
  }

  @_noLocks public mutating func reportFailure(of file: Int) { hrtfStatus = .defaultInsteadOfChosen }
}
