import Ambisonics
import PluginModel
import Plugins

/// What the channels of a file are that is made a field.
enum SourceFormat: String, CaseIterable {
  case mono, stereo
  case fivePointOne = "5.1"
  case sevenPointOneFour = "7.1.4"
  /// The capsules of a tetrahedral microphone.
  case capsules = "a-format"
  case ambix, n3d, fuma
  /// The microphones of an array of any kind, which a file describes.
  case array

  /// What can be said by name.
  static var named: [SourceFormat] { allCases.filter { $0 != .array } }

  /// What `count` channels are without another word; nil where they may be several things.
  init?(channels count: Int, isBFormat: Bool) {
    switch count {
    case 1: self = .mono
    case 2: self = .stereo
    case 6: self = .fivePointOne
    case 12: self = .sevenPointOneFour
    default:
      guard isBFormat && count >= 4 else { return nil }
      self = .fuma
    }
  }

  /// Of the file; nil where a microphone says it.
  var channels: Int? {
    switch self {
    case .mono: 1
    case .stereo: 2
    case .fivePointOne: 6
    case .sevenPointOneFour: 12
    case .capsules, .ambix, .n3d, .fuma: 4
    case .array: nil
    }
  }

  /// The channels by name, as they have to come.
  var order: String {
    switch self {
    case .mono: "one source"
    case .stereo: "L R"
    case .fivePointOne, .sevenPointOneFour: Layout(rawValue: rawValue)?.summary ?? ""
    case .capsules: "the capsules"
    case .ambix, .n3d: "W Y Z X"
    case .fuma: "W X Y Z"
    case .array: "the microphones"
    }
  }

  /// A field already, of which higher orders may follow.
  var isField: Bool { microphoneFormat != nil && self != .capsules }

  /// How it was held can be put right.
  var isMicrophone: Bool { microphoneFormat != nil || self == .array }

  /// What the encoder of microphones calls it.
  var microphoneFormat: MicrophoneFormat? {
    switch self {
    case .capsules: .capsules
    case .ambix: .ambiX
    case .n3d: .n3d
    case .fuma: .fuMa
    case .mono, .stereo, .fivePointOne, .sevenPointOneFour, .array: nil
    }
  }

  /// The plugin that encodes it; nil for arrays, which no plugin does.
  func plugin(_ setting: borrowing BuildSetting) throws -> HostedPlugin? {
    switch self {
    case .mono: try HostedProcessor(EncodeMono.self, setting)
    case .stereo: try HostedProcessor(EncodeStereo.self, setting)
    case .fivePointOne: try HostedProcessor(EncodeBed51.self, setting)
    case .sevenPointOneFour: try HostedProcessor(EncodeBed714.self, setting)
    case .capsules, .ambix, .n3d, .fuma: try HostedProcessor(EncodeAformat.self, setting)
    case .array: nil
    }
  }
}
