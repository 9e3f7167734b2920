import PluginModel

/// A file player that can also learn the content of one of its files from what it hears (`PluginSpec.learned`).
///
/// It measures into memory of fixed size that it made when it was built. `LV2Entry` hands a finished measurement over to another
/// thread, which makes the content from it, and hands the memory back, blank; the content arrives through `play` as that of a
/// file does. Where the host has no worker (`BuildSetting.hasWorker`) nothing can be learnt.
public protocol Learner: FilePlayer, ~Copyable {
  /// Build; any thread but the audio's. The content, and its text for sessions, from a measurement, which is blank afterwards.
  /// `path`: where the text is to be written too; a failure in that is told through the log and the content alone.
  static func learn(
    from measurement: UnsafeMutableRawPointer, writingTo path: String?, _ setting: borrowing BuildSetting
  ) throws(BuildError) -> (content: UnsafeMutableRawPointer, text: String)

  /// Build; any thread but the audio's. The content of a text that `learn` made.
  static func load(text: String, _ setting: borrowing BuildSetting) throws(BuildError) -> UnsafeMutableRawPointer

  /// Build; any thread but the audio's.
  static func free(measurement: UnsafeMutableRawPointer)

  /// Audio. A finished measurement, once; not the processor's from then on.
  mutating func takeMeasurement() -> UnsafeMutableRawPointer?

  /// Audio. Its memory again, blank.
  mutating func giveBack(_ measurement: UnsafeMutableRawPointer)

  /// Audio. Nothing could be learnt from the last measurement; what plays plays on.
  mutating func reportNothingLearnt()
}
