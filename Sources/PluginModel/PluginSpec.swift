/// What a host may know of one plugin before it loads the code.
public struct PluginSpec {
  public enum Class { case spatial, spectral, mixer }

  /// Permanent.
  public let uri: StaticString
  public let name: StaticString
  /// The folder that holds it, without `.lv2`.
  public let bundle: StaticString
  public let type: Class
  /// One paragraph for the user.
  public let comment: StaticString
  /// In the order of `lv2:index`.
  public let ports: [PortSpec]
  /// The files that the user may choose. A plugin with any has the ports `control` and `notify`.
  public let files: [FileProperty]
  /// Of plugins that learn.
  public var learned: LearnedContent?
  /// Of plugins with files: the host need not stop it to restore a session or preset. jalv without a window sets a preset's
  /// controls only in plugins that it stops; so this is for those whose files take long to load.
  public var isRestoredWhilePlaying = true
  public let presets: [Preset]
  /// It draws a small picture of itself for the host's mixer strip.
  public var hasDisplay = false

  public init<Port: PortSet>(
    uri: StaticString, name: StaticString, bundle: StaticString, type: Class, comment: StaticString, ports: Port.Type,
    files: [FileProperty] = [], presets: [Preset] = []
  ) {
    self.init(
      uri: uri, name: name, bundle: bundle, type: type, comment: comment,
      portSpecs: Port.allCases.map { $0.spec }, files: files, presets: presets)
  }

  /// For plugins of a family, whose ports are made from what they share.
  public init(
    uri: StaticString, name: StaticString, bundle: StaticString, type: Class, comment: StaticString,
    portSpecs: [PortSpec], files: [FileProperty] = [], presets: [Preset] = []
  ) {
    self.uri = uri
    self.name = name
    self.bundle = bundle
    self.type = type
    self.comment = comment
    ports = portSpecs
    self.files = files
    self.presets = presets
  }
}

/// The ports of one plugin: the raw value is `lv2:index`, counted from 0 without gaps. A case without a spec does not
/// compile. Indices never change once released: new ports come last.
public protocol PortSet: CaseIterable, RawRepresentable where RawValue == Int {
  var spec: PortSpec { get }
}

/// Raised whenever a port is added or its meaning grows (even) or the code changes audibly (micro).
public let pluginMinorVersion = 6
public let pluginMicroVersion = 0
