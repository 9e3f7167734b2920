import PluginModel

/// A processor that works with the contents of files which the user may change while it runs (`PluginSpec.files`).
///
/// `LV2Entry` reads messages and sessions, loads in another thread, and hands the content over; the processor exchanges it
/// for the old one without a click. A content is a pointer whose type the processor alone knows; it owns those that it holds.
/// `file` is the place among `PluginSpec.files`; each file goes its own way, whatever happens to the others.
public protocol FilePlayer: Processor, ~Copyable {
  /// Build; any thread but the audio's. The content of the file at `path`; with nil the default, as after `init`.
  static func load(
    _ path: String?, of file: Int, _ setting: borrowing BuildSetting
  ) throws(BuildError) -> UnsafeMutableRawPointer

  /// Build; any thread but the audio's. Frees what `load` made.
  static func unload(_ content: UnsafeMutableRawPointer, of file: Int)

  /// Audio. From now on plays `content`; not called again for this file before `takeOld` has given back
  /// the one before.
  mutating func play(_ content: UnsafeMutableRawPointer, of file: Int)

  /// Audio. Once after each `play`, as soon as the content before it is heard no more.
  mutating func takeOld(of file: Int) -> UnsafeMutableRawPointer?

  /// Audio. A file was chosen that cannot be used; what plays plays on.
  mutating func reportFailure(of file: Int)
}
