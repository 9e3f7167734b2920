import Options
import PluginModel
import Plugins
import Remix

/// The controls of plugins in a row by the symbols of their ports.
struct ControlBoard {
  private let plugins: [HostedPlugin]
  private let isStems: Bool

  /// Ports that mean nothing to a file: trackers that play along, and learning, which is what `analyze` is for.
  private static let live = ["osc_port", "osc_network", "midi_tracker", "head_recenter", "learn"]

  init(_ rendering: Rendering) { self.init(rendering.plugins, isStems: rendering.layout == .stems) }

  /// `isStems`: the first two are of the same kind, one for the place and one for the voices.
  init(_ plugins: [HostedPlugin], isStems: Bool = false) {
    self.plugins = plugins
    self.isStems = isStems
  }

  /// One control that was found, in every plugin that has it.
  struct Control {
    let spec: PortSpec
    fileprivate let places: [(plugin: Int, port: Int)]

    var symbol: String { "\(spec.symbol)" }
  }

  static func isOffered(_ port: PortSpec) -> Bool {
    port.range != nil && port.isInput && !live.contains("\(port.symbol)")
  }

  /// `symbol`: of a port.
  func find(_ symbol: String) throws(Failure) -> Control {
    let places = plugins.indices.compactMap { index -> (plugin: Int, port: Int)? in
      plugins[index].control(symbol).map { (index, $0) }
    }
    let specs = places.map { plugins[$0.plugin].spec.ports[$0.port] }
    guard let spec = specs.first, Self.isOffered(spec) else {
      let known = plugins.flatMap { $0.spec.ports.filter(Self.isOffered).map { "\($0.symbol)" } }
      throw Failure(
        .usage, "there is no control '\(symbol)'\(Spelling.hint(symbol, known)); see nearfar controls for what there is"
      )
    }
    return Control(spec: spec, places: places)
  }

  func set(_ control: Control, _ value: Float) {
    for place in control.places {
      let isStyle = isStems && "\(control.symbol)" == "style"
      plugins[place.plugin].set(place.port, isStyle ? Self.stem(of: value, isPlace: place.plugin == 0) : value)
    }
  }

  /// `option`: what the user wrote it behind, where that is not the symbol.
  func set(_ symbol: String, _ text: String, option: String? = nil) throws(Failure) {
    let control = try find(symbol)
    set(control, try Self.value(text, of: control.spec, named: option ?? symbol))
  }

  /// Every value of a preset, of whichever plugin has it.
  func apply(preset name: String) throws(Failure) {
    var known: [String] = []
    for plugin in plugins {
      known += plugin.spec.presets.map { "\($0.symbol)" }
      guard let preset = plugin.spec.presets.first(where: { "\($0.symbol)" == name }) else { continue }
      for (port, value) in preset.values { set(try find("\(port)"), value) }
      return
    }
    throw Failure(
      .usage, "there is no preset '\(name)' for this layout\(Spelling.hint(name, known)); see nearfar presets")
  }

  /// Place and voices of a style are styles of their own.
  private static func stem(of value: Float, isPlace: Bool) -> Float {
    let style: Style =
      switch Style(controlValue: value).voice {
      case .natural: isPlace ? .cinematicBackgroundStem : .cinematicForegroundStem
      case .close: isPlace ? .studioBackgroundStem : .studioForegroundStem
      case .framed: isPlace ? .inFrameBackgroundStem : .inFrameForegroundStem
      }
    return Float(style.rawValue)
  }

  // MARK: Values

  /// A number within the range, `on` or `off`, or a word of an enumeration.
  /// `name`: what the user calls the control.
  static func value(_ text: String, of spec: PortSpec, named name: String) throws(Failure) -> Float {
    guard let range = spec.range else { preconditionFailure("a control has a range") }
    switch range.shape {
    case .enumeration:
      if let point = range.scalePoints.first(where: { plain("\($0.label)") == plain(text) }) { return point.value }
    case .toggled:
      if ["on", "yes", "true"].contains(text.lowercased()) { return 1 }
      if ["off", "no", "false"].contains(text.lowercased()) { return 0 }
    case .continuous, .logarithmic, .integer, .trigger: break
    }
    guard let value = Float(text), range.range.contains(value) else {
      let (low, high) = (Decimal.short(range.range.lowerBound), Decimal.short(range.range.upperBound))
      let words = range.scalePoints.map { "'\($0.label)'" }
      let hint = Spelling.hint(text, range.scalePoints.map { "\($0.label)" })
      let wanted = words.isEmpty ? "a number from \(low) to \(high)" : "one of \(words.joined(separator: ", "))"
      throw Failure(.usage, "\(name) cannot be '\(text)'\(hint); it is \(wanted)")
    }
    return value
  }

  /// Letters and digits alone: "In-Frame", "in frame" and "inframe" are the same.
  static func plain(_ text: String) -> String { String(text.lowercased().filter { $0.isLetter || $0.isNumber }) }
}
