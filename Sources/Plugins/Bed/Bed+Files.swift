import Spatial

/// The head and the equalization that the user chooses.
extension Bed {
  /// Build; any thread but the audio's.
  static func load(
    _ path: String?, of file: Int, _ layout: BedLayout, _ setting: borrowing BuildSetting
  ) throws(BuildError) -> UnsafeMutableRawPointer {
    switch HeadphoneFile(file) {
    case .head: BedHeadphones.makeHead(try HeadFile.load(path, .bed(layout.front), setting), layout)
    case .equalization: try EqualizationFile.load(path, setting)
    }
  }

  static func unload(_ content: UnsafeMutableRawPointer, of file: Int) {
    switch HeadphoneFile(file) {
    case .head: BedHeadphones.freeHead(content)
    case .equalization: HeadphoneEqualizer.freeCascade(content)
    }
  }

  @_noLocks mutating func play(_ content: UnsafeMutableRawPointer, of file: Int) {
    switch HeadphoneFile(file) {
    case .head:
      speakers.headphones.exchange(for: content)
      speakers.hrtfStatus = speakers.headphones.status
    case .equalization: speakers.equalizer.exchange(for: content)
    }
  }

  @_noLocks mutating func takeOld(of file: Int) -> UnsafeMutableRawPointer? {
    switch HeadphoneFile(file) {
    case .head: speakers.headphones.takeOld()
    case .equalization: speakers.equalizer.takeOld()
    }
  }

  @_noLocks mutating func reportFailure(of file: Int) {
    switch HeadphoneFile(file) {
    case .head: speakers.hrtfStatus = .defaultInsteadOfChosen
    case .equalization: speakers.equalizer.reportFailure()
    }
  }
}
