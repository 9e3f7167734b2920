import Ambisonics
import AudioFiles
import Options
import PluginModel
import Plugins
import Spatial

/// What a file is and what becomes of it, as the options of `encode` say.
struct EncodeSetting {
  private let arguments: Arguments
  let format: SourceFormat
  let microphone: Microphone?
  let convention: FieldConvention
  let order: FieldOrder
  let noiseGainDecibels: Double

  /// `count`: channels that are chosen, or of the file.
  init(_ arguments: Arguments, _ path: String, channels count: Int, isBFormat: Bool) throws {
    self.arguments = arguments
    microphone = try arguments[EncodeOptions.microphone].map { try Microphone($0) }
    format = try Self.format(arguments, microphone, path, count, isBFormat)
    convention = arguments[EncodeOptions.to].flatMap { FieldConvention(rawValue: $0) } ?? .ambix
    order = try Self.order(arguments, EncodeOptions.order) ?? FieldOrder(convention)
    noiseGainDecibels = try Self.noiseGain(arguments, format)
    try checkControls()
  }

  private static func format(
    _ arguments: Arguments, _ microphone: Microphone?, _ path: String, _ count: Int, _ isBFormat: Bool
  ) throws(Failure) -> SourceFormat {
    let named = arguments[EncodeOptions.from].flatMap { SourceFormat(rawValue: $0) }
    if let microphone {
      if let named, named != .capsules {
        throw Failure(.usage, "--microphone is for what a microphone's capsules recorded, not for \(named.rawValue)")
      }
      return microphone.format
    }
    if named == .capsules || named == nil && count == 4 && isOwn(arguments) {
      guard isOwn(arguments) else {
        throw Failure(
          .usage, "whose capsules are they? Say --microphone NAME (see nearfar microphones), or --radius MM")
      }
      return .capsules
    }
    if let format = named ?? SourceFormat(channels: count, isBFormat: isBFormat) { return format }
    let remedy =
      count == 4
      ? "say --microphone NAME (see nearfar microphones) for capsules, or --from ambix, n3d or fuma for a field"
      : "say what they are with --from or --microphone, and which with --channels"
    throw Failure(.input, "\(path): has \(count) channels, which may be many things; \(remedy)")
  }

  /// A tetrahedron that is described by options alone.
  private static func isOwn(_ arguments: Arguments) -> Bool {
    EncodeOptions.controls.contains { $0.symbol == "radius" && arguments.isSet($0.option) }
  }

  private static func order(_ arguments: Arguments, _ option: OptionSpec) throws(Failure) -> FieldOrder? {
    guard let text = arguments[option] else { return nil }
    guard let order = FieldOrder(text) else {
      throw Failure(.usage, "--\(option.name) is the letters W, X, Y and Z in some order, not '\(text)'")
    }
    return order
  }

  static func noiseGain(_ arguments: Arguments, _ format: SourceFormat) throws(Failure) -> Double {
    guard let text = arguments[EncodeOptions.noise] else { return ArrayEncoder.usualNoiseGainDecibels }
    guard format == .array else {
      throw Failure(.usage, "--noise does nothing with \(format.rawValue); it is for arrays from files")
    }
    guard let value = Double(text), (0...40).contains(value) else {
      throw Failure(.usage, "--noise is a number of dB from 0 to 40, not '\(text)'")
    }
    return value
  }

  private func checkControls() throws(Failure) {
    for control in EncodeOptions.controls where arguments.isSet(control.option) {
      guard control.formats.contains(format) else {
        let names = control.formats.map(\.rawValue).joined(separator: ", ")
        throw Failure(.usage, "--\(control.option.name) does nothing with \(format.rawValue); it is for \(names)")
      }
      if microphone != nil && ["radius", "directivity"].contains(control.symbol) {
        throw Failure(.usage, "--\(control.option.name) is not for a microphone that is known; leave one of both out")
      }
    }
    if arguments.isSet(EncodeOptions.inputOrder) && !format.isField {
      throw Failure(.usage, "--input-order is for fields (--from ambix, n3d, fuma); choose others with --channels")
    }
  }

  // MARK: Channels

  /// How many channels the file has to have.
  var channels: Int { format.channels ?? microphone?.channels ?? 0 }

  /// Places among the channels that are chosen, in the order in which the encoder takes them.
  func inputOrder() throws(Failure) -> [Int] {
    guard let order = try Self.order(arguments, EncodeOptions.inputOrder) else { return Array(0..<channels) }
    let wanted = FieldOrder(format == .fuma ? .fuma : .ambix)
    return wanted.places.map { order.places.firstIndex(of: $0)! }
  }

  // MARK: Sound

  /// The plugins that the sound goes through, controls set: the encoder, and one for what it cannot do itself. Arrays have filters
  /// of their own before them.
  func plugins(_ setting: borrowing BuildSetting) throws -> [HostedPlugin] {
    var plugins: [HostedPlugin] = []
    if let encoder = try format.plugin(setting) { plugins.append(encoder) }
    let isSet = EncodeOptions.controls.contains { control in
      arguments.isSet(control.option) && !plugins.contains { $0.control(control.symbol) != nil }
    }
    if isSet { plugins.append(try HostedProcessor(EncodeAformat.self, setting)) }
    let board = ControlBoard(plugins)
    if plugins.contains(where: { $0.control("input_format") != nil }) {
      board.set(try board.find("input_format"), Float((format.microphoneFormat ?? .ambiX).rawValue))
    }
    if format == .capsules { try setMicrophone(board) }
    for control in EncodeOptions.controls {
      if let text = arguments[control.option] {
        try board.set(control.symbol, text, option: "--\(control.option.name)")
      }
    }
    return plugins
  }

  private func setMicrophone(_ board: ControlBoard) throws {
    switch microphone {
    case .preset(let preset): try board.apply(preset: "\(preset.symbol)")
    case .tetrahedron(let microphone, let order):
      board.set(try board.find("microphone"), Float(TetrahedralMicrophone.Model.custom.rawValue))
      board.set(try board.find("radius"), 1000 * microphone.radiusMetres)
      board.set(try board.find("directivity"), microphone.directivity)
      board.set(try board.find("capsule_order"), Float(order.rawValue))
    case nil: board.set(try board.find("microphone"), Float(TetrahedralMicrophone.Model.custom.rawValue))
    case .geometry, .measured: break
    }
  }

  /// What is written: a WAV of classic B-format says so.
  var files: OutputFiles {
    let isBFormat = convention == .fuma && order.text == "WXYZ"
    return OutputFiles(
      [.init(suffix: "", channels: 4, plan: isBFormat ? .bFormat : .unnamed)], tag: "." + convention.rawValue)
  }
}
