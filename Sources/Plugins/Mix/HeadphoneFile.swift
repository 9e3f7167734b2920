import PluginModel

/// The files of a plugin for headphones, in the order of `PluginSpec.files`.
enum HeadphoneFile: Int {
  case head, equalization

  static var properties: [FileProperty] { [HeadFile.property, EqualizationFile.property] }

  /// Audio.
  @_noLocks init(_ place: Int) { self = place == 0 ? .head : .equalization }
}
