import Ambisonics
import Glibc
import Options
import PluginModel
import Plugins
import SettingFiles
import Spatial

/// A microphone that a recording was made with, by its name or from a file.
enum Microphone {
  /// A preset of the plugin.
  case preset(Preset)
  case tetrahedron(TetrahedralMicrophone, CapsuleOrder)
  case geometry(MicrophoneArray)
  case measured(MeasuredArray)

  /// Those that have a name.
  static var presets: [Preset] {
    EncodeAformat.spec.presets.filter { $0.values.contains { "\($0.port)" == "microphone" } }
  }

  init(_ text: String) throws {
    if let preset = Self.presets.first(where: { "\($0.symbol)" == text }) {
      self = .preset(preset)
      return
    }
    guard FilePath.exists(text) || text.contains("/") || FilePath.ending(text) != nil else {
      let hint = Spelling.hint(text, Self.presets.map { "\($0.symbol)" })
      throw Failure(.usage, "there is no microphone '\(text)'\(hint); see nearfar microphones, or name a file")
    }
    if FilePath.isFolder(text) {
      self = .measured(try MicrophoneResponses(folder: text).array())
    } else if FilePath.ending(text)?.lowercased() == "sofa" {
      self = .measured(try Self.checked(MicrophoneSOFA.read(text), text))
    } else {
      self = try Self.read(MicrophoneFile(text), text)
    }
  }

  private static func read(_ file: MicrophoneFile, _ path: String) throws -> Microphone {
    switch file.content {
    case .array(let array): .geometry(array)
    case .tetrahedron(let microphone, let order): .tetrahedron(microphone, order)
    case .responses(let responses): .measured(try MicrophoneResponses(responses, listedIn: path).array())
    }
  }

  static func checked(_ array: MeasuredArray, _ path: String) throws(Failure) -> MeasuredArray {
    guard let problem = array.problem else { return array }
    throw Failure(.setting, "\(path): \(problem); measure the array again, or describe it by its geometry")
  }

  var format: SourceFormat {
    switch self {
    case .preset, .tetrahedron: .capsules
    case .geometry, .measured: .array
    }
  }

  var channels: Int {
    switch self {
    case .preset, .tetrahedron: 4
    case .geometry(let array): array.microphones.count
    case .measured(let array): array.microphones
    }
  }

  /// What it is, in a few words.
  var summary: String {
    switch self {
    case .preset(let preset): "\(preset.name), a tetrahedron"
    case .tetrahedron(let microphone, let order):
      "tetrahedron of \(Decimal.fixed(1000 * Double(microphone.radiusMetres), 1)) mm radius, \(order.name)"
    case .geometry(let array): "\(array.microphones.count) microphones at known places"
    case .measured(let array): "\(array.microphones) microphones, measured from \(array.directions.count) directions"
    }
  }
}

/// The filters of an array at a sample rate; nil for what has none.
extension ArrayEncoder {
  init?(_ microphone: Microphone, sampleRate: Int, noiseGainDecibels: Double) {
    switch microphone {
    case .preset, .tetrahedron: return nil
    case .geometry(let array):
      self.init(array, sampleRate: Double(sampleRate), noiseGainDecibels: noiseGainDecibels)
    case .measured(let array):
      self.init(array.resampled(to: sampleRate), noiseGainDecibels: noiseGainDecibels)
    }
  }
}
