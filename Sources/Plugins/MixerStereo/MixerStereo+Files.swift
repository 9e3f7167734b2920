import Spatial

/// The head and the equalization that the user chooses.
extension MixerStereo {
  public static func load(
    _ path: String?, of file: Int, _ setting: borrowing BuildSetting
  ) throws(BuildError) -> UnsafeMutableRawPointer {
    switch HeadphoneFile(file) {
    case .head: HeadphonePath.makeHead(try HeadFile.load(path, .mixer, setting))
    case .equalization: try EqualizationFile.load(path, setting)
    }
  }

  public static func unload(_ content: UnsafeMutableRawPointer, of file: Int) {
    switch HeadphoneFile(file) {
    case .head: HeadphonePath.freeHead(content)
    case .equalization: HeadphoneEqualizer.freeCascade(content)
    }
  }

  @_noLocks public mutating func play(_ content: UnsafeMutableRawPointer, of file: Int) {
    switch HeadphoneFile(file) {
    case .head:
      headphones.exchange(for: content)
      hrtfStatus = headphones.status
    case .equalization: equalizer.exchange(for: content)
    }
  }

  @_noLocks public mutating func takeOld(of file: Int) -> UnsafeMutableRawPointer? {
    switch HeadphoneFile(file) {
    case .head: headphones.takeOld()
    case .equalization: equalizer.takeOld()
    }
  }

  @_noLocks public mutating func reportFailure(of file: Int) {
    switch HeadphoneFile(file) {
    case .head: hrtfStatus = .defaultInsteadOfChosen
    case .equalization: equalizer.reportFailure()
    }
  }
}
